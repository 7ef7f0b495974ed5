import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** nDCG@10 of the six systems for the 156 questions of the sample. */
export const sampleValues: Readonly<Record<string, readonly number[]>> = (
  JSON.parse(readFileSync(new URL('./golden/verdict/sample-values.json', import.meta.url), 'utf8')) as {
    systems: Record<string, number[]>;
  }
).systems;

/** A system before and now, over a population of questions. */
export interface PopulationRow {
  readonly measure: string;
  readonly before: readonly number[];
  readonly now: readonly number[];
}

/** With the mean that its values had before, but for a change: what is seen of it is chance and the change. */
export function shifted({ measure, before, now }: PopulationRow, change: number): PopulationRow {
  const mean = (row: readonly number[]): number => row.reduce((sum, value) => sum + value, 0) / row.length;
  const shift = mean(before) - mean(now) + change;
  return { measure, before, now: now.map((value) => value + shift) };
}

interface GoldenValues {
  readonly runs: readonly string[];
  readonly inputs: Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>;
}

/** nDCG@10 and AP of five runs for the 225 questions of Cranfield. */
const cranfield = JSON.parse(
  gunzipSync(readFileSync(new URL('./golden/stats.json.gz', import.meta.url))).toString('utf8'),
) as GoldenValues;

export interface RunPair {
  readonly name: string;
  /** By measure. */
  readonly rows: readonly PopulationRow[];
}

/** Every pair of runs of Cranfield by nDCG@10 and MAP. */
export const cranfieldPairs: readonly RunPair[] = pairsOf(cranfield.runs).map(([a, b]) => ({
  name: `${a} → ${b}`,
  rows: (
    [
      ['nDCG@10', 'ndcg@10'],
      ['MAP', 'ap'],
    ] as const
  ).map(([measure, name]) => ({ measure, before: cranfield.inputs[name]![a]!, now: cranfield.inputs[name]![b]! })),
}));

/** Every pair of systems of the sample by nDCG@10. */
export const samplePairs: readonly RunPair[] = pairsOf(Object.keys(sampleValues)).map(([a, b]) => ({
  name: `${a} → ${b}`,
  rows: [{ measure: 'nDCG@10', before: sampleValues[a]!, now: sampleValues[b]! }],
}));

function pairsOf(ids: readonly string[]): (readonly [string, string])[] {
  return ids.flatMap((a, i) => ids.slice(i + 1).flatMap((b) => [[a, b] as const, [b, a] as const]));
}
