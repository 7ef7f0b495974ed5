import type { Recommendation, ComparedVerdict, NoVerdict, SystemStanding, Verdict, VerdictInput } from './types';
import { measureOf } from '../measures/parse';
import { definitionOf } from '../measures/registry';
import { judgmentsBadge } from './badges/judgments';
import { questionsBadge, saturationBadge } from './badges/questions';
import { comparedSystems, type ComparedSystems, type Inference, inferenceOf, type Standings } from './inference';

/** A system takes materially longer than another from this many times its median latency on … */
const MATERIAL_RATIO = 2;
/** … and this many milliseconds more: less is not felt. */
const MATERIAL_MILLISECONDS = 10;

export const isMateriallySlower = (latency: number, than: number): boolean =>
  latency >= MATERIAL_RATIO * than && latency - than >= MATERIAL_MILLISECONDS;

interface Option {
  readonly system: string;
  readonly latency: number | null;
}

/** The highest mean not materially slower than the fastest; unknown latency is no reason. @param options best first */
export function recommend(options: readonly Option[]): Pick<Recommendation, 'system' | 'latency' | 'reason'> & {
  readonly slower: readonly { readonly system: string; readonly latency: number }[];
} {
  const [first] = options as readonly [Option, ...Option[]];
  const timed = options.flatMap(({ system, latency }) => (latency === null ? [] : [{ system, latency }]));
  const fastest = Math.min(...timed.map(({ latency }) => latency));
  const chosen =
    first.latency !== null && isMateriallySlower(first.latency, fastest)
      ? timed.find(({ latency }) => !isMateriallySlower(latency, fastest))!
      : first;
  const { system, latency } = chosen;
  return {
    system,
    latency,
    reason: chosen.system === first.system ? 'highest' : 'cheaper',
    slower: latency === null ? [] : timed.filter((each) => isMateriallySlower(each.latency, latency)),
  };
}

/**
 * Which system to use, how sure that is, and what could reverse it. The gain over the baseline is by Holm over every
 * system: any could be advised. @throws {RangeError} for a margin below 0, and a baseline that is none of them
 */
export function verdictOf(input: VerdictInput): Verdict {
  const { measure, margin, systems, baseline } = input;
  if (!(margin >= 0)) throw new RangeError(`a margin of ${margin}`);
  if (baseline !== null && systems.length > 0 && !systems.some(({ id }) => id === baseline))
    throw new RangeError(`the baseline ${baseline} is none of the systems`);
  const { better } = definitionOf(measureOf(measure));
  const sign = better === 'lower' ? -1 : 1;
  const compared = comparedSystems(input, sign);
  const questions = compared.questions.length;
  const basis = { measure, better: better ?? 'higher', margin, questions, baseline, ...ongoing(input) } as const;
  const none = (reason: NoVerdict['reason']): NoVerdict => ({ ...basis, kind: 'none', reason });
  if (better === null) return none('direction');
  const [only] = systems;
  if (!only) return none('systems');
  if (systems.length === 1) {
    if (questions === 0) return none('questions');
    const { id, latency } = only;
    return { ...basis, kind: 'single', system: id, mean: sign * compared.means[0]! + 0, latency };
  }
  const inference = inferenceOf(input, compared);
  if (typeof inference === 'string') return none(inference);
  const standings = inference.standings(margin);
  if (standings) return { ...basis, ...comparedVerdict(input, compared, inference, standings) };
  const answered = systems.every(({ values }) => values.filter((value) => !Number.isNaN(value)).length > 1);
  return none(answered ? 'shared' : 'questions');
}

function ongoing(input: VerdictInput): Pick<Verdict, 'judging'> {
  if (!input.judging) return {};
  const { order, ...judging } = input.judging;
  void order;
  return { judging };
}

function comparedVerdict(
  input: VerdictInput,
  compared: ComparedSystems,
  inference: Inference,
  standings: Standings,
): Omit<ComparedVerdict, 'measure' | 'better' | 'margin' | 'questions' | 'baseline' | 'judging'> {
  const { ids } = compared;
  const { order, candidates, withinMargin } = standings;
  const best = order.filter((i) => candidates[i]);
  const kind = kindOf(compared, standings, best);
  const options = order.filter((i) => candidates[i] || withinMargin[i]);
  const recommended = recommendation(input, compared, inference, standings, options);
  const at = ids.indexOf(recommended.system);
  return {
    kind,
    systems: order.map((i) => standing(input, compared, standings, i)),
    best: best.map((i) => ids[i]!),
    recommended,
    gain: gainOver(input, compared, inference, at),
    badges: {
      questions: questionsBadge(input, compared, standings, at),
      judgments: judgmentsBadge(input, compared, at, compared.questions),
      saturation: saturationBadge(input, compared, at, {
        isWinner: kind === 'winner',
        isOpen: kind === 'tie' && best.length === ids.length,
      }),
    },
  };
}

function kindOf(
  { rows }: ComparedSystems,
  { withinMargin }: Standings,
  best: readonly number[],
): ComparedVerdict['kind'] {
  if (rows.every((row) => row.every((value, q) => value === rows[0]![q]))) return 'identical';
  if (best.length === 1) return 'winner';
  return best.every((i) => withinMargin[i]) ? 'equivalent' : 'tie';
}

const standing = (
  { systems }: VerdictInput,
  compared: ComparedSystems,
  { toBest, candidates, withinMargin }: Standings,
  i: number,
): SystemStanding => ({
  system: compared.ids[i]!,
  mean: compared.sign * compared.means[i]! + 0,
  latency: systems[i]!.latency,
  toBest: toBest[i]!,
  candidate: candidates[i]!,
  withinMargin: withinMargin[i]!,
});

/** Without one that a slower system is significantly better than, unless by less than the margin. */
function recommendation(
  { systems }: VerdictInput,
  { ids }: ComparedSystems,
  inference: Inference,
  { withinMargin }: Standings,
  options: readonly number[],
): Recommendation {
  let left = options;
  for (;;) {
    const { slower, ...chosen } = recommend(left.map((i) => ({ system: ids[i]!, latency: systems[i]!.latency })));
    const at = ids.indexOf(chosen.system);
    const tests = inference.tests(slower.map(({ system }) => [ids.indexOf(system), at] as const));
    if (withinMargin[at] || tests.every(({ finding }) => finding !== 'better')) {
      const times = (latency: number): number => latency / chosen.latency!;
      return { ...chosen, slower: slower.map((each, i) => ({ ...each, times: times(each.latency), test: tests[i]! })) };
    }
    left = left.filter((i) => i !== at);
  }
}

function gainOver({ baseline }: VerdictInput, { ids }: ComparedSystems, inference: Inference, recommended: number) {
  if (baseline === null || ids[recommended] === baseline) return null;
  const against = ids.indexOf(baseline);
  const others = [...ids.keys()].filter((i) => i !== against);
  const tests = inference.tests(others.map((i) => [i, against] as const));
  return tests[others.indexOf(recommended)]!;
}
