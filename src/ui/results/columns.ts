import type { ResultRecord } from '../../contract/result';
import { measureOf, readsText } from '../../domain/measures/parse';
import { definitionOf, type MeasureName } from '../../domain/measures/registry';
import { reportColumns } from '../../domain/report/report-columns';
import { count } from '../shared/format';
import { measureTexts } from '../shared/messages/measures';
import { questionsToDetect } from '../../domain/planning/planning';
import { ALPHA } from '../../domain/statistics/paired';
import type { Comparison, Interval, PairComparison } from '../../domain/statistics/types';
import { isCompared } from '../../workbench/inspect/comparisons';

export type MeasureColumn = ReturnType<typeof measureColumn>;

export function measureColumns({ spec }: Pick<ResultRecord, 'spec'>) {
  const { families, others } = reportColumns({ ks: spec.ks, measureTexts: spec.measures });
  return {
    families: families.map(({ stem, name }) => measureColumn(name, `${stem}@${spec.ks[0]!}`, (k) => `${stem}@${k}`)),
    others: others.map((text) => measureColumn(text, text, () => text)),
  };
}

export type Cutoff = number | 'all';

export function shownMeasures(result: Pick<ResultRecord, 'spec'>, cutoff: Cutoff): string[] {
  const { families, others } = measureColumns(result);
  const ks = cutoff === 'all' ? result.spec.ks : [cutoff];
  return [...new Set([...families, ...others].flatMap(({ textAt }) => ks.map(textAt)))];
}

function measureColumn(id: string, text: string, textAt: (k: number) => string) {
  const definition = definitionOf(measureOf(text));
  const { name, better } = definition;
  return {
    id,
    label: labelled(name, id),
    title: measureTexts[name].summary,
    better,
    definition,
    textAt,
  };
}

/** A measure's text with its label for a name: `Hit Rate@5`, `Precision(rel=2)@10`. */
export const labelOf = (text: string): string => labelled(measureOf(text).name, text);

const labelled = (name: MeasureName, text: string): string =>
  `${measureTexts[name].label}${text
    .slice(name.length)
    .replace(/^_/, ' ')
    .replace(BUDGET, ` in ${budgetOf(text)}`)}`;

const BUDGET = /\((?:chars|tokens)=\d+\)/;

export function budgetOf(text: string): string {
  const [, unit, size] = /\b(chars|tokens)=(\d+)/.exec(text) ?? [];
  return unit === undefined ? '' : `${count(Number(size))} ${unit === 'chars' ? 'characters' : 'tokens'}`;
}

/** A system against the baseline. All signs are system − baseline. */
export interface Difference {
  readonly system: string;
  readonly mean: number;
  readonly interval: Interval | null;
  readonly dz: number | null;
  readonly pair: PairComparison;
  readonly wins: number;
  readonly ties: number;
  readonly losses: number;
  /** `better` and `worse` where Holm's p is below α, by what the measure calls better. */
  readonly verdict: 'better' | 'worse' | 'open';
}

export const comparedMeasures = ({ spec }: Pick<ResultRecord, 'spec'>): string[] => spec.measures.filter(isCompared);

/** Those that lists give without the text of their passages. */
export const listMeasures = (result: Pick<ResultRecord, 'spec'>): string[] =>
  comparedMeasures(result).filter((text) => !readsText(text));

export const firstBaseline = ({ systems }: ResultRecord): string =>
  (systems.find(({ id }) => id === 'bm25') ?? systems[0]!).id;

export function differencesFrom(
  { pairs }: Comparison,
  baseline: string,
  systems: readonly { readonly id: string }[],
  better: 'higher' | 'lower' | null,
): Difference[] {
  return systems.flatMap(({ id }) => {
    const pair = pairs.find(({ a, b }) => (a === id && b === baseline) || (a === baseline && b === id));
    return id === baseline || !pair || pair.questions === 0 ? [] : [oriented(pair, id, better)];
  });
}

function oriented(pair: PairComparison, system: string, better: 'higher' | 'lower' | null): Difference {
  const sign = pair.a === system ? 1 : -1;
  const mean = sign * pair.meanDifference;
  const { bca } = pair.ci95;
  const interval: Interval | null = bca && (sign === 1 ? bca : [-bca[1], -bca[0]]);
  const higher = sign === 1 ? pair.wins : pair.losses;
  const lower = sign === 1 ? pair.losses : pair.wins;
  const [wins, losses] = better === 'lower' ? [lower, higher] : [higher, lower];
  const p = pair.holm.randomisation;
  const significant = p !== null && p < ALPHA && mean !== 0;
  const verdict = !significant || better === null ? 'open' : mean > 0 === (better === 'higher') ? 'better' : 'worse';
  // Adding 0 keeps −0 from being shown.
  const dz = pair.dz === null ? null : sign * pair.dz + 0;
  return { system, mean, interval, dz, pair, wins, ties: pair.ties, losses, verdict };
}

/** Questions that a test takes to find a difference of the margin between both systems; null where they never differ. */
export const neededFor = ({ pair: { deviation } }: Difference, margin: number): number | null =>
  deviation === null || deviation === 0 || margin <= 0 ? null : questionsToDetect(deviation, margin);

/** How a difference stands by its interval; null without one, or if neither high nor low is better. */
export function standingOf(
  ends: readonly [number, number] | null,
  better: 'higher' | 'lower' | null,
): 'better' | 'worse' | 'tie' | null {
  if (ends === null || better === null) return null;
  if (ends[0] <= 0 && ends[1] >= 0) return 'tie';
  return ends[0] > 0 === (better === 'higher') ? 'better' : 'worse';
}
