import type { Misfit } from '../../base/cddl';
import type { QueryId, Ranking } from '../../base/types';
import type { ExperimentSpec } from '../experiment/experiment';
import { firstRelevantRank } from '../measures/measure';
import { measureOf, readsText } from '../measures/parse';
import { aggregate } from '../measures/score';
import { documentTruth, type ScoredQuestions } from '../scoring/ground-truth';
import { reaches } from '../run/packed';
import { ScoreColumns, type ScoredColumns } from '../scoring/score-columns';

export interface KeptFigures extends ScoredColumns {
  readonly answered: number;
  readonly firstRelevant: ArrayLike<number>;
}

export interface KeptLists {
  /** Of documents, by question. */
  readonly lists: readonly Ranking[];
  /** How long the longest is where they were cut; null where they are whole. */
  readonly cutAt: number | null;
}

/** Logarithms differ between browsers in their last digits. */
const SAME = 1e-9;

const areSame = (a: number, b: number): boolean =>
  Object.is(a, b) || Math.abs(a - b) <= SAME * Math.max(1, Math.abs(a), Math.abs(b));

const differing = (path: string, kept: number | undefined, by: string, figure: number): Misfit[] =>
  kept !== undefined && areSame(kept, figure)
    ? []
    : [{ path, expected: `${figure} by ${by}`, found: kept === undefined ? 'none' : String(kept) }];

/** Means that are not those of the values of each question. */
export const wrongMeans = ({ measures, perQuery }: ScoredColumns): Misfit[] =>
  Object.entries(perQuery).flatMap(([text, values]) =>
    differing(`measures.${text}`, measures[text], 'its values', aggregate(measureOf(text), values)),
  );

/** Figures of a system that are not what its lists give by the judgments that they were scored by. */
export function* wrongFigures(
  spec: ExperimentSpec,
  queries: readonly QueryId[],
  system: KeptFigures,
  { lists, cutAt }: KeptLists,
  questions: ScoredQuestions,
): Generator<Misfit> {
  const by = 'its lists and judgments';
  const deepest = Math.max(...spec.ks);
  const measures = spec.measures.filter((text) => !readsText(text) && reaches(measureOf(text).cutoff, spec, cutAt));
  const ks = spec.ks.filter((k) => reaches(k, spec, cutAt));
  const truth = documentTruth([], questions);
  const runs = new Map([[deepest, { rankings: lists }]]);
  const columns = new ScoreColumns({ ...spec, ks, measures }, runs, truth, queries.length);
  for (const [i, id] of queries.entries()) {
    const judged = truth.qrels.get(id);
    if (!judged) return yield { path: 'queries', expected: 'a question with judgments', found: id };
    columns.add({ id }, i);
    const first = firstRelevantRank(lists[i]!, judged, spec.relevance) ?? 0;
    if (cutAt === null || first > 0) yield* differing(`firstRelevant.${i}`, system.firstRelevant[i], by, first);
  }
  yield* differing('answered', system.answered, by, lists.filter(({ length }) => length > 0).length);
  const found = columns.columns();
  for (const k of ks) {
    const share = found.unjudged[k]!;
    // Earlier versions divided by k, also where a list is shorter.
    const retrieved = lists.reduce((sum, { length }) => sum + Math.min(k, length), 0);
    if (!areSame(system.unjudged[k] ?? NaN, (share * retrieved) / (k * lists.length)))
      yield* differing(`unjudged.${k}`, system.unjudged[k], by, share);
  }
  for (const text of measures) {
    for (const [i, value] of found.perQuery[text]!.entries())
      yield* differing(`perQuery.${text}.${i}`, system.perQuery[text]?.[i], by, value);
    // Equal scores may go on behind the end of a cut list.
    if (cutAt !== null) continue;
    const none = { low: found.measures[text]!, high: found.measures[text]!, questions: 0 };
    for (const end of ['low', 'high', 'questions'] as const)
      yield* differing(`ties.${text}.${end}`, (system.ties[text] ?? none)[end], by, (found.ties[text] ?? none)[end]);
  }
}
