import type { ResultRecord } from '../../contract/result';
import { measureOf } from '../../domain/measures/parse';
import { definitionOf, type MeasureName, type RegisteredMeasure } from '../../domain/measures/registry';
import { reportColumns } from '../../domain/report/report-columns';
import { count } from '../shared/format';
import { measureTexts } from '../shared/messages/measures';

export interface MeasureColumn {
  readonly id: string;
  readonly label: string;
  readonly title: string;
  readonly better: 'higher' | 'lower' | null;
  readonly definition: RegisteredMeasure;
  readonly textAt: (k: number) => string;
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

export type Cutoff = number | 'all';

export function shownMeasures(result: Pick<ResultRecord, 'spec'>, cutoff: Cutoff): string[] {
  const { families, others } = measureColumns(result);
  const ks = cutoff === 'all' ? result.spec.ks : [cutoff];
  return [...new Set([...families, ...others].flatMap(({ textAt }) => ks.map(textAt)))];
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
