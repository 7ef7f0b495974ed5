import { FusionLab } from '../../src/domain/lab/lab';
import type { LabInput } from '../../src/domain/lab/questions';
import { measureOf } from '../../src/domain/measures/parse';
import { rankingScorer } from '../../src/domain/measures/score';
import { judge } from '../../src/domain/measures/judge';
import { packRankings } from '../../src/domain/run/packed';
import { uniform } from '../../src/domain/statistics/random';
import { normalQuantile } from '../../src/domain/statistics/distributions/normal';
import { type DocId, docId, queryId } from '../../src/base/types';

/** A population of questions, from which data sets are drawn. */
export interface Population {
  /** By list: how far the scores of relevant documents lie above those of others, in standard deviations. */
  readonly signal: readonly number[];
  readonly measure: string;
}

const DOCS: readonly DocId[] = Array.from({ length: 20 }, (_, i) => docId(`d${i}`));
const MAX_RELEVANT = 3;

/**
 * A lab on questions of a population. Every list has all documents, with normal scores; the first one to three are
 * relevant. Where no list has a signal, every fusion puts the documents in a random order: no setting is better than
 * another, nor than the baseline, which is the first list, `list 0`.
 */
export function simulatedLab({ signal, measure }: Population, questions: number, seed: number): FusionLab {
  const next = uniform(seed);
  const score = rankingScorer([measureOf(measure)], { maxGrade: 1 });
  const made = Array.from({ length: questions }, () => {
    const relevant = 1 + Math.floor(next() * MAX_RELEVANT);
    const lists = signal.map((shift) =>
      DOCS.map((id, doc) => ({ id, doc, score: normalQuantile(next()) + (doc < relevant ? shift : 0) })).sort(
        (a, b) => b.score - a.score,
      ),
    );
    const judged = DOCS.slice(0, relevant).map((_, doc): [number, number] => [doc, 1]);
    const [baseline] = score(judge(lists[0]!, new Map(judged.map(([doc, grade]) => [DOCS[doc]!, grade]))));
    return { lists, judged, baseline: baseline! };
  });
  const input: LabInput = {
    docs: DOCS,
    questions: made.map(({ judged }, q) => ({ id: queryId(`q${q}`), text: '', judged, needs: null })),
    lists: signal.map((_, i) => ({ id: `list ${i}`, rankings: packRankings(made.map(({ lists }) => lists[i]!)) })),
    systems: [{ id: 'list 0', values: { [measure]: Float64Array.from(made, ({ baseline }) => baseline) } }],
    measures: [measure],
    depth: DOCS.length,
    relevance: 1,
    missing: 'zero',
    maxGrade: 1,
  };
  return new FusionLab(input, 1000);
}
