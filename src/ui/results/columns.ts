import type { ResultRecord, Timings } from '../../contract/result';
import { measureOf } from '../../domain/measures/parse';
import { definitionOf, type MeasureName, type RegisteredMeasure } from '../../domain/measures/registry';
import { reportColumns } from '../../domain/report/report-columns';
import { count, measure, milliseconds, MISSING } from '../shared/format';
import { measureTexts } from '../shared/messages/measures';

interface AnyColumn {
  readonly id: string;
  readonly label: string;
  readonly title: string;
  readonly better: 'higher' | 'lower' | null;
}

export interface MeasureColumn extends AnyColumn {
  readonly kind: 'measure';
  readonly definition: RegisteredMeasure;
  /** Canonical text of the measure that the column shows at a k. */
  readonly textAt: (k: number) => string;
}

export interface TimeColumn extends AnyColumn {
  readonly kind: 'time';
  readonly id: keyof Timings;
}

export type Column = MeasureColumn | TimeColumn;

const TIMES = (
  [
    ['indexMilliseconds', 'Index', 'Building the index and embedding the passages'],
    ['queryMedianMilliseconds', 'Median', 'Median time that a question took'],
    ['queryP95Milliseconds', '95 %', 'Time within which 95 % of the questions were answered'],
    ['totalMilliseconds', 'Total', 'Index and all questions'],
  ] as const
).map(([id, label, title]): TimeColumn => ({ id, label, title, kind: 'time', better: 'lower' }));

/** Measures that are taken at every k, one column each; then those that are not; then times, where there are any. */
export function tableColumns(result: ResultRecord): Column[] {
  const { families, others } = measureColumns(result);
  const timed = result.systems.some(({ timings }) => timings !== null);
  return [...families, ...others, ...(timed ? TIMES : [])];
}

export function measureColumns({ spec }: Pick<ResultRecord, 'spec'>): {
  families: readonly MeasureColumn[];
  others: readonly MeasureColumn[];
} {
  const { families, others } = reportColumns({ ks: spec.ks, measureTexts: spec.measures });
  return {
    families: families.map(({ stem, name }) => measureColumn(name, `${stem}@${spec.ks[0]!}`, (k) => `${stem}@${k}`)),
    others: others.map((text) => measureColumn(text, text, () => text)),
  };
}

/** @param text of the measure, at any k */
function measureColumn(id: string, text: string, textAt: MeasureColumn['textAt']): MeasureColumn {
  const definition = definitionOf(measureOf(text));
  const { name, better } = definition;
  return {
    id,
    label: labelled(name, id),
    title: measureTexts[name].summary,
    better,
    kind: 'measure',
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

/** The budget of text of a measure, as people say it; empty where it has none. */
export function budgetOf(text: string): string {
  const [, unit, size] = /\b(chars|tokens)=(\d+)/.exec(text) ?? [];
  return unit === undefined ? '' : `${count(Number(size))} ${unit === 'chars' ? 'characters' : 'tokens'}`;
}

export function cellText(column: Column, value: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return MISSING;
  if (column.kind === 'time') return milliseconds(value);
  return column.definition.aggregate === 'sum' ? count(value) : measure(value);
}
