import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseMeasure, type Measure } from '../../src/domain/measures/parse';
import { mean, score } from '../../src/domain/measures/score';
import type { Qrels } from '../../src/domain/types';
import { goldenPath, readQrels, readRun, sharedGoldenPath } from './read';

interface Row {
  run: string;
  flags: string;
  measure: string;
  query: string;
  value: string;
}

const rows: Row[] = readFileSync(goldenPath('trec_eval.tsv'), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [run, flags, measure, query, value] = line.split('\t') as [string, string, string, string, string];
    return { run, flags, measure, query, value };
  });

/** trec_eval's `recip_rank` is not cut: a cut at the length of the lists is the same. */
function ours(measure: string): string {
  if (measure === 'recip_rank') return 'MRR@50';
  const [name, k] = measure.split('_') as [string, string];
  return `${{ success: 'Success', P: 'P', recall: 'Recall' }[name]}@${k}`;
}

function differences(qrels: Qrels, run: string, flags: string, relevance: number): number[] {
  const printed = rows.filter((row) => row.run === run && row.flags === flags);
  const measures = [...new Set(printed.map((row) => row.measure))].map(parsed);
  const { queries, values } = score(readRun(goldenPath('runs', `${run}.run`)), qrels, measures, { relevance });
  const position = new Map<string, number>(queries.map((query, i) => [query, i]));
  return printed.map((row) => {
    const found = values.get(parsed(row.measure).text)!;
    const value = row.query === 'all' ? mean(found) : found[position.get(row.query)!]!;
    const decimals = row.value.split('.')[1]!.length;
    // In units of what the printed value leaves open: 1 is half of its last decimal.
    return Math.abs(value - Number(row.value)) / (0.5 * 10 ** -decimals);
  });
}

function parsed(trecName: string): Measure {
  const result = parseMeasure(ours(trecName));
  if (!result.ok) throw new Error(result.message);
  return result.measure;
}

/** The last digit may fall either way when the value lies exactly between two. */
const halfOfLastDigit = 1 + 1e-6;

describe('trec_eval', () => {
  const tiny = readQrels(goldenPath('runs', 'tiny.qrels'));
  const cranfieldPath = sharedGoldenPath('runs', 'cranfield.qrels');
  const cranfield = cranfieldPath === null ? new Map() : readQrels(cranfieldPath);

  it.each([
    { flags: '-c', relevance: 1, count: 70 },
    { flags: '-c -l 2', relevance: 2, count: 70 },
  ])('prints our values for the run tiny with $flags', ({ flags, relevance, count }) => {
    const found = differences(tiny, 'tiny', flags, relevance);
    expect(found).toHaveLength(count);
    expect(Math.max(...found)).toBeLessThanOrEqual(halfOfLastDigit);
  });

  it.skipIf(cranfieldPath === null).each([
    { run: 'bm25', flags: 'none', relevance: 1, count: 2260 },
    { run: 'bm25', flags: '-l 2', relevance: 2, count: 1130 },
    { run: 'tied', flags: 'none', relevance: 1, count: 2260 },
  ])('prints our values for the run $run with flags $flags', ({ run, flags, relevance, count }) => {
    const found = differences(cranfield, run, flags, relevance);
    expect(found).toHaveLength(count);
    expect(Math.max(...found)).toBeLessThanOrEqual(halfOfLastDigit);
  });

  it('prints other values where unjudged documents are dropped (-J): they hold their ranks here', () => {
    expect(Math.max(...differences(tiny, 'tiny', '-J', 1))).toBeGreaterThan(halfOfLastDigit);
  });

  it('prints other values where a higher grade is asked for: relevance is not ignored', () => {
    expect(Math.max(...differences(tiny, 'tiny', '-c -l 2', 1))).toBeGreaterThan(halfOfLastDigit);
  });
});
