import type { ResultRecord } from '../../contract/result';
import { count, counted, list, measure, plural } from '../shared/format';
import { measureColumns, type MeasureColumn } from './columns';

interface Value {
  readonly id: string;
  readonly value: number;
}

/** The answer in a sentence: which system is best at a k, and what it has over bm25. */
export function headline(result: ResultRecord, k: number): string | null {
  if (result.queries.length === 0) return null;
  return hitHeadline(result, k) ?? meanHeadline(result, k);
}

/** For how many questions something relevant is found, which needs no knowledge of measures. */
function hitHeadline(result: ResultRecord, k: number): string | null {
  // Where systems leave out questions, their counts are of different questions.
  const skips =
    result.spec.missing === 'skip' && result.systems.some(({ answered }) => answered < result.queries.length);
  if (skips) return null;
  const questions = result.queries.length;
  const hits = valuesOf(result, `HitRate@${k}`).map(({ id, value }) => ({ id, value: Math.round(value * questions) }));
  if (hits.length === 0) return null;
  const { names, value } = best(hits, 'higher');
  const where = k === 1 ? 'in first place' : `among the first ${k}`;
  const finds = `${plural(names.length, 'finds', 'find')} a relevant passage ${where} for ${count(value)} of ${counted(questions, 'question')}`;
  return `${named(names, hits.length)} ${finds}${lead(hits, names, (bm25) => `${count(value - bm25)} more than bm25`)}.`;
}

function meanHeadline(result: ResultRecord, k: number): string | null {
  const { families, others } = measureColumns(result);
  const column = [...families, ...others].find(({ better }) => better !== null);
  const text = column?.textAt(k);
  const values = text === undefined ? [] : valuesOf(result, text);
  if (!column || text === undefined || values.length === 0) return null;
  const { names, value } = best(values, column.better);
  const has = plural(names.length, 'has', 'have');
  const over = (bm25: number): string => `${measure(Math.abs(value - bm25))} ${value > bm25 ? 'above' : 'below'} bm25`;
  return `${named(names, values.length)} ${has} the best ${text}, ${measure(value)}${lead(values, names, over)}.`;
}

const valuesOf = (result: ResultRecord, text: string): Value[] =>
  result.systems.flatMap(({ id, measures }) => {
    const value = measures[text];
    return value === undefined || Number.isNaN(value) ? [] : [{ id, value }];
  });

function best(values: readonly Value[], better: MeasureColumn['better']): { names: string[]; value: number } {
  const all = values.map(({ value }) => value);
  const value = better === 'lower' ? Math.min(...all) : Math.max(...all);
  return { names: values.filter((each) => each.value === value).map(({ id }) => id), value };
}

/** Systems by name; how many they are where more would be a list to read. */
const NAMED = 3;

/** What the best has over bm25, where there is a bm25 and it is not the best itself. */
function lead(values: readonly Value[], names: readonly string[], over: (bm25: number) => string): string {
  const baseline = values.find(({ id }) => id === 'bm25');
  if (!baseline || values.length < 2) return '';
  if (names.length === values.length) return ': all the same';
  return names.includes('bm25') ? '' : `, ${over(baseline.value)}`;
}

function named(names: readonly string[], all: number): string {
  if (names.length > NAMED)
    return names.length === all ? `All ${count(all)} systems` : `${count(names.length)} of ${count(all)} systems`;
  return list(names);
}
