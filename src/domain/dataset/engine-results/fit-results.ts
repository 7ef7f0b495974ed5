import type { Query, QueryId, Dataset, Doc } from '../../../base/types';
import { normaliseText } from '../ground-truth-texts';
import type { GivenName, EngineHit, EngineList, EngineResults } from './list-log';
import { groupBy, valueOf } from '../../../base/containers';
import { RunBuilder } from '../../run/pack-run';
import { ENGINE_FAILURES, type ImportedRun, type NamedPlace, type ResultFinding } from '../outcome';
import { problem, type ProblemLog, type ProblemPlace } from '../problem';
import { passageFinder, type PassageFinder } from './find-passages';

/**
 * Strictly falling scores in the order of an engine, whose ranks stand whatever trec_eval's tie rule: equal ones differ
 * in the last bit. Where scores are missing or rise, as distances do, 1/rank replaces all of the system's.
 * @param lists in the order of the engine @returns also list and hit where scores rise or are missing; null where they
 * do not
 */
export function orderedScores(lists: readonly (readonly (number | null)[])[]): {
  readonly scores: readonly (readonly number[])[];
  readonly unordered: { readonly list: number; readonly hit: number } | null;
} {
  for (const [list, scores] of lists.entries()) {
    const hit = scores.findIndex((score, i) => score === null || (i > 0 && score > scores[i - 1]!));
    if (hit >= 0) return { scores: lists.map((each) => each.map((_, i) => 1 / (i + 1))), unordered: { list, hit } };
  }
  return { scores: lists.map((scores) => strictlyFalling(scores as readonly number[])), unordered: null };
}

function strictlyFalling(scores: readonly number[]): number[] {
  const falling: number[] = [];
  for (const score of scores) {
    const before = falling.at(-1);
    falling.push(before === undefined || score < before ? score : below(before));
  }
  return falling;
}

const view = new DataView(new ArrayBuffer(8));

export function below(value: number): number {
  if (value === 0) return -Number.MIN_VALUE;
  view.setFloat64(0, value);
  view.setBigInt64(0, view.getBigInt64(0) + (value > 0 ? -1n : 1n));
  return view.getFloat64(0);
}

export type FoundQuestion =
  | { readonly how: 'id' | 'text'; readonly id: QueryId }
  | { readonly how: 'unknown' }
  /** Its text is that of several questions, or its id and its text are of two. */
  | { readonly how: 'ambiguous' };

/** Finds questions of a collection by their ids, else by their texts, but for case and white space. */
function questionFinder(queries: readonly Pick<Query, 'id' | 'text'>[]): (name: GivenName) => FoundQuestion {
  const ids = new Map<string, QueryId>(queries.map(({ id }) => [id, id]));
  const byText = new Map<string, QueryId | null>();
  for (const { id, text } of queries) {
    const key = normaliseText(text);
    if (key !== '') byText.set(key, byText.has(key) ? null : id);
  }
  return ({ id, text }) => {
    const named = id === null ? undefined : ids.get(id);
    const told = text === null ? undefined : byText.get(normaliseText(text));
    if (named !== undefined) {
      // An id that is a number of a line may be another question's by chance: the text decides.
      const isOther = told !== undefined && told !== null && told !== named;
      return isOther ? { how: 'ambiguous' } : { how: 'id', id: named };
    }
    if (told === null) return { how: 'ambiguous' };
    return told === undefined ? { how: 'unknown' } : { how: 'text', id: told };
  };
}

export interface ResultGround {
  readonly queries: readonly Pick<Query, 'id' | 'text'>[];
  /** None where a collection has judgments alone. */
  readonly docs: readonly Pick<Doc, 'id' | 'title' | 'text'>[];
  readonly judged: ReadonlySet<string>;
}

export const resultGround = ({
  queries,
  docs,
  judgments,
}: Pick<Dataset, 'queries' | 'docs' | 'judgments'>): ResultGround => ({
  queries,
  docs,
  judged: new Set(judgments.map(({ doc }) => doc)),
});

const LISTED = 3;

/** Findings of lists and of hits, in the order of the messages. */
const OF_LISTS = [...ENGINE_FAILURES, 'unmatched-questions', 'ambiguous-questions', 'questions-again'] as const;
const OF_HITS = ['unknown-passages', 'repeated-passages', 'passages-of-one-document'] as const;

/**
 * Makes runs of what engines returned: one a file, or one a system that it names. Questions and passages match by id,
 * else by text. What is not found is reported: an unknown passage keeps its rank. A document counts at its first place.
 */
export function fitResults(results: readonly EngineResults[], ground: ResultGround, log: ProblemLog): ImportedRun[] {
  const find = questionFinder(ground.queries);
  return results.flatMap(({ lists, ratings, ...about }) => {
    const { file } = about;
    if (ratings > 0) log.warn(problem('ratings-beside', { file }, ratings));
    const hits = lists.flatMap((list) => list.hits ?? []);
    const passages = passageFinder(hits, ground.docs, ground.judged);
    const runs = [...bySystem(lists)].flatMap(([tag, own]) => {
      const run = runOf(own, about, passages, find, log);
      return run ? [{ ...run, tag }] : [];
    });
    if (runs.length === 0) log.warn(problem('no-list-fits', { file }, theirsOf(lists), ground.queries[0] ?? null));
    return runs;
  });
}

const theirsOf = (lists: readonly EngineList[]): string | null => {
  const [first] = lists.flatMap(({ question: { id, text } }) => text ?? id ?? []);
  return first ?? null;
};

/** Far more than anyone compares: names that tell single calls apart, and no systems. */
const MAX_SYSTEMS = 20;

function bySystem(lists: readonly EngineList[]): ReadonlyMap<string | null, readonly EngineList[]> {
  const groups = groupBy(lists, ({ system }) => system);
  return groups.size > MAX_SYSTEMS ? new Map([[null, lists]]) : groups;
}

function runOf(
  lists: readonly EngineList[],
  { file, format, time }: Pick<EngineResults, 'file' | 'format' | 'time'>,
  passages: PassageFinder,
  find: (name: GivenName) => FoundQuestion,
  log: ProblemLog,
) {
  const found = new Map<ResultFinding, { count: number; readonly first: NamedPlace[] }>();
  const note = (kind: ResultFinding, name: string, { field, line }: ProblemPlace): void => {
    const known = valueOf(found, kind, () => ({ count: 0, first: [] }));
    known.count++;
    if (known.first.length < LISTED)
      known.first.push({ name, ...(line !== undefined && { line }), ...(field !== undefined && { field }) });
  };
  const byQuestion = new Map<QueryId, EngineList & { readonly hits: readonly EngineHit[] }>();
  let byText = 0;
  for (const list of lists) {
    const { question, hits, failure, place } = list;
    const named = question.text ?? question.id ?? '';
    if (failure) note(failure, named, place);
    const matched = find(question);
    if (matched.how === 'unknown') note('unmatched-questions', named, place);
    else if (matched.how === 'ambiguous') note('ambiguous-questions', named, place);
    else if (byQuestion.has(matched.id)) note('questions-again', named, place);
    else if (hits) {
      if (matched.how === 'text') byText++;
      byQuestion.set(matched.id, { ...list, hits });
    }
  }
  const matched = [...byQuestion.values()];
  const { scores, unordered } = orderedScores(matched.map(({ hits }) => hits.map(({ score }) => score)));
  const builder = new RunBuilder();
  [...byQuestion].forEach(([query, { hits }], i) => {
    const number = builder.query(query);
    const seen = new Map<string, string>();
    hits.forEach((hit, rank) => {
      const { doc, how } = passages.find(hit);
      const before = seen.get(doc);
      if (before !== undefined) {
        const isPart = [how, before].some((each) => each === 'passage' || each === 'text');
        return note(isPart ? 'passages-of-one-document' : 'repeated-passages', doc, hit.place);
      }
      seen.set(doc, how);
      if (how === 'unknown') note('unknown-passages', doc, hit.place);
      builder.add(number, builder.doc(doc), scores[i]![rank]!, hit.place.line ?? 1);
    });
  });
  if (unordered) {
    const { place, score } = matched[unordered.list]!.hits[unordered.hit]!;
    log.warn(problem('ranks-for-scores', place, score === null ? 'missing' : 'rising'));
  }
  const warn = (kind: ResultFinding, of: number): void => {
    const known = found.get(kind);
    if (known) log.warn(problem('result-finding', { file }, kind, { ...known, of }));
  };
  for (const kind of OF_LISTS) warn(kind, lists.length);
  const hits = matched.reduce((sum, list) => sum + list.hits.length, 0);
  for (const kind of OF_HITS) warn(kind, hits);
  const run = builder.finish(() => undefined);
  const milliseconds = matched.map((list) => list.milliseconds);
  if (run.queries.length === 0) return null;
  const unknownHits = found.get('unknown-passages')?.count ?? 0;
  return {
    file,
    format,
    run,
    ...(milliseconds.some((each) => each !== null) && { times: { source: time, milliseconds } }),
    engine: { lists: lists.length, byText, field: passages.field, unknownHits },
  };
}
