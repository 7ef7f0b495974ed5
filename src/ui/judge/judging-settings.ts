import { liveMeasures } from '../../domain/judging/live';
import type { PoolChoice, PoolInput } from '../../domain/judging/pool';

export const DEPTHS = [5, 10, 20] as const;

export interface JudgingSettings extends PoolChoice {
  readonly measure: string;
  /** Of Judged@k. */
  readonly k: number;
  /** The two systems to compare: a question that can move their difference most comes first. */
  readonly pair: readonly [number, number];
  readonly order: 'suggested' | 'question';
}

/** How many passages of each list are there to be judged. */
export function keptDepth({ spec, systems }: PoolInput): number {
  const longest = systems.reduce(
    (most, { top }) => top.offsets.reduce((max, end, i) => Math.max(max, end - (top.offsets[i - 1] ?? 0)), most),
    0,
  );
  return Math.max(longest, ...spec.ks);
}

/** Measures that can be followed; none where all of them read deeper than lists are kept. */
export const followable = (input: PoolInput): string[] => liveMeasures(input.spec, keptDepth(input));

export function firstSettings(input: PoolInput): JudgingSettings {
  const measures = followable(input);
  const measure = ['nDCG@10', 'nDCG@5'].find((text) => measures.includes(text)) ?? measures.at(-1) ?? 'P@5';
  const systems = input.systems.map(({ id }) => id);
  const first = Math.max(0, systems.indexOf('bm25'));
  const second = systems.findLastIndex((_, position) => position !== first);
  return {
    depth: Math.min(10, keptDepth(input)),
    systems: new Set(systems),
    measure,
    k: Math.min(10, keptDepth(input)),
    pair: [first, second < 0 ? first : second],
    order: 'suggested',
  };
}

/** Settings that were made for other lists, as far as they fit these. */
export function fittingSettings(settings: JudgingSettings, input: PoolInput): JudgingSettings {
  const first = firstSettings(input);
  const known = input.systems.every(({ id }) => settings.systems.has(id));
  if (!known || settings.systems.size !== input.systems.length) return { ...first, order: settings.order };
  const measure = followable(input).includes(settings.measure) ? settings.measure : first.measure;
  const depth = Math.min(settings.depth, keptDepth(input));
  return { ...settings, measure, depth, k: depth };
}
