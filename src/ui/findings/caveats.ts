import type { ResultRecord, WarningData } from '../../contract/result';

type ResultCaveat = ResultRecord['warnings'][number];

export interface WeighedCaveat {
  readonly caveat: ResultCaveat;
  readonly isLarge: boolean;
}

/** A share from which a caveat is more than a footnote. */
const MANY = { unjudged: 0.5, truncated: 0.1, unanswered: 0.05 } as const;

/** The caveats of a result, those that could change the ranking by a measure first. */
export function weighedCaveats(result: ResultRecord, measure: string): WeighedCaveat[] {
  const weighed = result.warnings.map((caveat) => ({ caveat, isLarge: isLarge(caveat, result, measure) }));
  return [...weighed.filter((each) => each.isLarge), ...weighed.filter((each) => !each.isLarge)];
}

export function namedCaveat(caveat: ResultCaveat, nameOf: (system: string) => string): ResultCaveat {
  if (!('data' in caveat) || caveat.data === null || typeof caveat.data !== 'object') return caveat;
  const { data } = caveat;
  const systems = 'systems' in data ? { systems: data.systems.map((each) => ({ ...each, id: nameOf(each.id) })) } : {};
  const system = 'system' in data && data.system !== null ? { system: nameOf(data.system) } : {};
  return { ...caveat, data: { ...data, ...systems, ...system } } as ResultCaveat;
}

type Weights = {
  readonly [Code in keyof WarningData]: (data: WarningData[Code], result: ResultRecord, measure: string) => boolean;
};

const always = (): boolean => true;
const never = (): boolean => false;

const WEIGHTS: Weights = {
  ties: (_, result, measure) => tiesDecide(result, measure),
  'truncated-passages': ({ systems }) => systems.some(({ cut, of }) => cut >= MANY.truncated * of),
  'truncated-pairs': ({ systems }, { queries }) => systems.some(({ cut }) => cut >= MANY.truncated * queries.length),
  unjudged: ({ systems }) => systems.some(({ share }) => share >= MANY.unjudged),
  'unjudged-questions': never,
  'ongoing-judging': always,
  'few-questions': always,
  unanswered: ({ systems }, { queries }) =>
    systems.some(({ questions }) => questions >= MANY.unanswered * queries.length),
  'unknown-documents': always,
  'random-order': always,
  'unmatched-texts': always,
  depths: never,
  'one-thread': never,
  remark: never,
  'no-relevant': never,
  'same-passages': always,
};

function isLarge(caveat: ResultCaveat, result: ResultRecord, measure: string): boolean {
  // A sentence of an earlier version: nothing is known of its size.
  if (!('data' in caveat) || typeof caveat.data === 'string') return false;
  // The compiler cannot see that the data belong to the weight of the same code.
  return WEIGHTS[caveat.code](caveat.data as never, result, measure);
}

function tiesDecide({ systems }: ResultRecord, measure: string): boolean {
  return systems.some((system) => {
    const range = system.ties[measure];
    return (
      range !== undefined &&
      systems.some(({ id, measures }) => {
        const value = measures[measure];
        return id !== system.id && value !== undefined && value >= range.low && value <= range.high;
      })
    );
  });
}
