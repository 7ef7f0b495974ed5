import { describe, expect, it } from 'vitest';
import { valueOf } from '../../src/base/containers';
import { isJudged } from '../../src/domain/measures/judge';
import { measureOf } from '../../src/domain/measures/parse';
import { aggregate, score, type ScoreOptions } from '../../src/domain/measures/score';
import { rank } from '../../src/domain/run/order';
import type { Qrels, QueryId, Run } from '../../src/base/types';
import { goldenPath, readQrels, readRun, readTable, sharedGoldenPath } from './read';

/** Measures of trec_eval's `all_trec` that Hitrate has not. */
const LEFT_OUT = new Set(['Rndcg', 'ndcg_rel']);

type Row = Readonly<Record<'run' | 'flags' | 'measure' | 'query' | 'value', string>>;

/** Each is read once for all flags. */
const tables = new Map<string, Readonly<Record<string, string>>[]>();
const tableOf = (name: string) => valueOf(tables, name, () => readTable<string>(goldenPath('trec_eval', name)));

const cranfieldPath = sharedGoldenPath('runs', 'cranfield.qrels');
const cranfield: Qrels = cranfieldPath === null ? new Map() : readQrels(cranfieldPath);
const tiny = readQrels(goldenPath('runs', 'tiny.qrels'));
const negative = readQrels(goldenPath('runs', 'negative.qrels'));
const ownQrels: Readonly<Record<string, Qrels>> = { tiny, negative };
const qrelsOf = (run: string): Qrels => ownQrels[run] ?? cranfield;

/** Our value for each measure of trec_eval and each question, and for `all` of them. */
function ours(run: string, flags: string, names: readonly string[]) {
  const prepared = prepare(readRun(goldenPath('runs', `${run}.run`)), qrelsOf(run), flags);
  const measures = names.map(measureOf);
  const policy: ScoreOptions = {
    relevance: flags.includes('-l 2') ? 2 : 1,
    missing: /-[cJ]/.test(flags) ? 'zero' : 'skip',
  };
  const { queries, values } = score(prepared.run, prepared.qrels, measures, policy);
  const found = new Map<string, number>();
  names.forEach((name, column) => {
    const ofMeasure = values.get(measures[column]!.text)!;
    queries.forEach((query, i) => found.set(`${name} ${query}`, ofMeasure[i]!));
    found.set(`${name} all`, aggregate(measures[column]!, ofMeasure));
  });
  return found;
}

/** `-M n` cuts lists, `-J` drops what is unjudged: a question that this leaves without results is not a missing one. */
function prepare(run: Run, qrels: Qrels, flags: string): { run: Run; qrels: Qrels } {
  const depth = Number(/-M (\d+)/.exec(flags)?.[1] ?? Infinity);
  const lists = [...run].map(([query, hits]) => {
    const kept = flags.includes('-J') ? hits.filter(({ id }) => isJudged(qrels.get(query)?.get(id))) : hits;
    return [query, rank(kept).slice(0, depth)] as const;
  });
  const answered = flags === '-J' ? new Map([...qrels].filter(([query]) => run.has(query))) : qrels;
  return { run: new Map(lists), qrels: answered };
}

/** trec_eval prints nan for interpolated precision where -J leaves a question without results. */
const isNumber = ({ measure, value }: Row): boolean => value !== '' && !LEFT_OUT.has(measure) && !value.endsWith('nan');

/** trec_eval's rows. What was stored only where it differs from the row without flags is filled in from there. */
function printed(run: string, flags: string): Row[] {
  const rows = (tableOf(`${run}.tsv`) as Row[]).filter(isNumber);
  const own = rows.filter((row) => row.flags === flags);
  if (/-[JM]/.test(flags) || flags === 'none') return own;
  const key = ({ measure, query }: Row) => `${measure} ${query}`;
  const stored = new Set(own.map(key));
  return [...own, ...rows.filter((row) => row.flags === 'none' && row.query !== 'all' && !stored.has(key(row)))];
}

/** The same from a build that prints more decimals. */
function precise(run: string, flags: string): Row[] {
  return tableOf(`${run}.hp.tsv`)
    .filter((row) => row['flags'] === flags)
    .flatMap(({ run, flags, query, ...values }) =>
      Object.entries(values).map(([measure, value]) => ({ run: run!, flags: flags!, query: query!, measure, value })),
    )
    .filter(isNumber);
}

/**
 * Half of the last digit, which may fall either way where the value lies exactly between two. Values of 10 decimals were
 * printed with 12 and shortened: what was rounded twice may be off by a little more.
 */
const roundingOf = (decimals: number): number => (decimals === 10 ? 0.51 : 0.5 + 1e-6) * 10 ** -decimals;

/** Rows that disagree with our values at the printed digits, in words. */
function disagreements(rows: readonly Row[], flags: string): string[] {
  const found = ours(rows[0]!.run, flags, [...new Set(rows.map(nameOf))]);
  return rows.flatMap((row) => {
    const value = found.get(`${nameOf(row)} ${row.query}`)!;
    const same = Math.abs(value - Number(row.value)) <= roundingOf(row.value.split('.')[1]?.length ?? 0);
    return same ? [] : [`${row.measure} ${row.query}: ${value}, not ${row.value}`];
  });
}

/** With -c, trec_eval counts the relevant documents of all questions from grade 1, whatever -l says. */
function nameOf({ flags, measure, query }: Row): string {
  return flags.includes('-c') && measure === 'num_rel' && query === 'all' ? 'num_rel(rel=1)' : measure;
}

const absent = (run: string) => !(run in ownQrels) && cranfieldPath === null;

describe('trec_eval prints our values', () => {
  const cases: { run: string; flags: string; at4: number; at10: number }[] = [
    { run: 'bm25', flags: 'none', at4: 12659, at10: 2034 },
    { run: 'bm25', flags: '-c', at4: 12659, at10: 9 },
    { run: 'bm25', flags: '-l 2', at4: 12659, at10: 2034 },
    { run: 'bm25', flags: '-J', at4: 1320, at10: 9 },
    { run: 'bm25', flags: '-M 10', at4: 700, at10: 9 },
    { run: 'tfidf', flags: 'none', at4: 12659, at10: 2034 },
    { run: 'tfidf', flags: '-c', at4: 12659, at10: 9 },
    { run: 'lsi', flags: 'none', at4: 12267, at10: 1971 },
    { run: 'lsi', flags: '-c', at4: 12659, at10: 9 },
    { run: 'ql-dirichlet', flags: 'none', at4: 12659, at10: 2034 },
    { run: 'ql-dirichlet', flags: '-c', at4: 12659, at10: 9 },
    { run: 'tied', flags: 'none', at4: 12659, at10: 2034 },
    { run: 'tied', flags: '-c', at4: 12659, at10: 9 },
    { run: 'tiny', flags: 'none', at4: 339, at10: 115 },
    { run: 'tiny', flags: '-c', at4: 395, at10: 134 },
    { run: 'tiny', flags: '-l 2', at4: 339, at10: 115 },
    { run: 'tiny', flags: '-c -l 2', at4: 395, at10: 134 },
    { run: 'tiny', flags: '-J', at4: 333, at10: 113 },
    { run: 'tiny', flags: '-M 3', at4: 339, at10: 115 },
    { run: 'tiny', flags: '-c -J', at4: 384, at10: 131 },
    { run: 'negative', flags: 'none', at4: 1739, at10: 590 },
  ];
  for (const { run, flags, at4, at10 } of cases) {
    it.skipIf(absent(run))(`run ${run}, flags ${flags}: ${at4} values at 4 decimals, ${at10} at 10`, () => {
      for (const [rows, count] of [
        [printed(run, flags), at4],
        [precise(run, flags), at10],
      ] as const) {
        expect(disagreements(rows, flags)).toEqual([]);
        expect(rows).toHaveLength(count);
      }
    });
  }
});

it('compares every measure of the files but those that are left out', () => {
  const names = new Set((tableOf('tiny.tsv') as Row[]).map((row) => row.measure));
  const compared = new Set(printed('tiny', 'none').map((row) => row.measure));
  expect(new Set([...names].filter((name) => !compared.has(name)))).toEqual(LEFT_OUT);
  expect(compared.size).toBe(59);
});

type Printed = Readonly<Record<'run' | 'k' | 'query' | 'ndcg_exp' | 'err', string>>;
const table = readTable<keyof Printed>(goldenPath('trec_eval', 'gdeval.tsv'));

/** gdeval leaves questions without results out, and takes 4 for the highest grade. */
function differences(rows: readonly Printed[]): number[] {
  const run = readRun(goldenPath('runs', `${rows[0]!.run}.run`));
  return [...new Set(rows.map((row) => row.k))].flatMap((k) => {
    const measures = [measureOf(`nDCGexp@${k}`), measureOf(`ERR(max=4)@${k}`)];
    const { queries, values } = score(run, cranfield, measures, { missing: 'skip' });
    return rows
      .filter((row) => row.k === k)
      .flatMap(({ query, ndcg_exp, err }) =>
        measures.map((measure, i) => {
          const ofMeasure = values.get(measure.text)!;
          const value =
            query === 'amean' ? aggregate(measure, ofMeasure) : ofMeasure[queries.indexOf(query as QueryId)]!;
          return Math.abs(value - Number([ndcg_exp, err][i]));
        }),
      );
  });
}

/** Half of the fifth decimal, which may fall either way where the value lies exactly between two. */
const asPrinted = 0.5e-5 * (1 + 1e-6);

describe('gdeval prints our values', () => {
  const cases = [
    { run: 'bm25', count: 910 },
    { run: 'tfidf', count: 910 },
    { run: 'lsi', count: 882 },
    { run: 'ql-dirichlet', count: 910 },
    { run: 'tied', count: 910 },
  ];
  for (const { run, count } of cases)
    it.skipIf(cranfieldPath === null)(`run ${run}: ${count} values of nDCGexp@k and ERR@k at 5 decimals`, () => {
      const found = differences(table.filter((row) => row.run === run));
      expect(found.filter((difference) => !(difference <= asPrinted))).toEqual([]);
      expect(found).toHaveLength(count);
    });
});
