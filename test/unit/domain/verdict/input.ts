import { docId, queryId } from '../../../../src/base/types';
import { packRankings } from '../../../../src/domain/run/packed';
import {
  comparedSystems,
  type ComparedSystems,
  standingsOf,
  type Standings,
} from '../../../../src/domain/verdict/inference';
import type { JudgedLists, VerdictInput, VerdictSystem } from '../../../../src/domain/verdict/types';
import { numbers } from '../statistics/close';

export const system = (
  id: string,
  values: Float64Array,
  latency: number | null = 1,
  rest: Partial<VerdictSystem> = {},
): VerdictSystem => ({ id, values, latency, ties: null, unjudged: 0, ...rest });

/** Values around a mean, of which a share of `spread` is the system's own. */
export const valuesOf = (mean: number, spread: number, seed: number, questions = 60): Float64Array => {
  const difficulty = numbers(questions, 3);
  const own = numbers(questions, seed);
  const centre = own.reduce((sum, value) => sum + value, 0) / questions;
  return own.map((value, q) => mean + 0.2 * (difficulty[q]! - 0.5) + spread * (value - centre));
};

export const input = (systems: readonly VerdictSystem[], rest: Partial<VerdictInput> = {}): VerdictInput => ({
  measure: 'nDCG@10',
  systems,
  baseline: systems[0]?.id ?? null,
  margin: 0.02,
  origins: Array.from({ length: systems[0]?.values.length ?? 0 }, () => 'written' as const),
  k: 10,
  judged: null,
  seed: 42,
  resamples: 500,
  ...rest,
});

export const partsOf = (given: VerdictInput): { compared: ComparedSystems; standings: Standings } => {
  const compared = comparedSystems(given, 1);
  return { compared, standings: standingsOf(compared, given.margin, given)! };
};

/**
 * Lists by system and question, written as `a b! c`: `!` is a relevant passage, `-` one judged as not relevant, and others
 * are unjudged. Judgments of one list are those of all.
 */
export function judgedLists(lists: readonly (readonly string[])[], missed: readonly string[] = []): JudgedLists {
  const docs: string[] = [];
  const grades = new Map<string, number>();
  const positions = lists.map((perQuestion) =>
    perQuestion.map((text, q) =>
      text.split(' ').flatMap((word) => {
        if (word === '') return [];
        const id = word.replace(/[!-]$/, '');
        if (word.endsWith('!')) grades.set(`${q} ${id}`, 1);
        if (word.endsWith('-')) grades.set(`${q} ${id}`, 0);
        if (!docs.includes(id)) docs.push(id);
        return [docs.indexOf(id)];
      }),
    ),
  );
  const queries = lists[0]!.map((_, q) => queryId(String(q)));
  const qrels = new Map(
    queries.map((query, q) => [
      query,
      new Map([
        ...[...grades].flatMap(([key, grade]) => {
          const [at, id] = key.split(' ') as [string, string];
          return Number(at) === q ? [[docId(id), grade] as const] : [];
        }),
        ...missed.map((id) => [docId(id), 1] as const),
      ]),
    ]),
  );
  return {
    queries,
    docs: docs.map(docId),
    lists: positions.map((perQuestion) =>
      packRankings(perQuestion.map((ids) => ids.map((doc, rank) => ({ doc, score: 100 - rank })))),
    ),
    truthOf: lists.map(() => 0),
    truths: [{ qrels, requirements: new Map() }],
    relevance: 1,
    maxGrade: 1,
  };
}
