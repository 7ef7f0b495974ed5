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

/** Findings of lists and of hits, in the order in which they are told. */
const OF_LISTS = [...ENGINE_FAILURES, 'unmatched-questions', 'ambiguous-questions', 'questions-again'] as const;
const OF_HITS = ['unknown-passages', 'repeated-passages', 'passages-of-one-document'] as const;

/**
 * Makes runs of what engines returned: one a file, or one a system that it names. Questions and passages match by id,
 * else by text. What is not found is reported: an unknown passage keeps its rank. A document counts at its first place.
 */
export function fitResults(results: readonly EngineResults[], ground: ResultGround, log: ProblemLog): ImportedRun[] {
  const find = questionFinder(ground.queries);
  return results.flatMap((each) => {
    const { lists, ratings, file } = each;
    if (ratings > 0) log.warn(problem('ratings-beside', { file }, ratings));
    const passages = passageFinder(
      lists.flatMap(({ hits }) => hits ?? []),
      ground.docs,
      ground.judged,
    );
    const runs = [...bySystem(lists)].flatMap(([system, own]) => {
      const run = new RunOfResults(each, passages, ground.docs.length > 0, log).make(own, find);
      return run ? [{ ...run, tag: system }] : [];
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

interface MatchedList {
  readonly list: EngineList & { readonly hits: readonly EngineHit[] };
  readonly query: QueryId;
}

class RunOfResults {
  readonly #found = new Map<ResultFinding, { count: number; readonly first: NamedPlace[] }>();
  #byText = 0;

  constructor(
    private readonly results: EngineResults,
    private readonly passages: PassageFinder,
    private readonly hasDocs: boolean,
    private readonly log: ProblemLog,
  ) {}

  make(lists: readonly EngineList[], find: (name: EngineList['question']) => FoundQuestion): ImportedRun | null {
    const matched = this.#match(lists, find);
    const { scores, unordered } = orderedScores(matched.map(({ list }) => list.hits.map(({ score }) => score)));
    const builder = new RunBuilder();
    matched.forEach(({ list, query }, i) => {
      const number = builder.query(query);
      const seen = new Map<string, string>();
      list.hits.forEach((hit, rank) => {
        const { doc, how } = this.passages.find(hit);
        const before = seen.get(doc);
        if (before !== undefined) {
          const isPart = how === 'passage' || how === 'text' || before === 'passage' || before === 'text';
          return this.#note(isPart ? 'passages-of-one-document' : 'repeated-passages', doc, hit.place);
        }
        seen.set(doc, how);
        if (how === 'unknown' && this.hasDocs) this.#note('unknown-passages', doc, hit.place);
        builder.add(number, builder.doc(doc), scores[i]![rank]!, hit.place.line ?? 1);
      });
    });
    const hits = matched.reduce((sum, { list }) => sum + list.hits.length, 0);
    if (unordered) {
      const hit = matched[unordered.list]!.list.hits[unordered.hit]!;
      this.log.warn(problem('ranks-for-scores', hit.place, hit.score === null ? 'missing' : 'rising'));
    }
    this.#report(lists.length, hits);
    const run = builder.finish(() => undefined);
    if (run.queries.length === 0) return null;
    const times = matched.map(({ list }) => list.milliseconds);
    const { file, format, time } = this.results;
    return {
      file,
      format,
      tag: null,
      run,
      ...(times.some((each) => each !== null) && { times: { source: time, milliseconds: times } }),
      engine: {
        lists: lists.length,
        byText: this.#byText,
        field: this.passages.field,
        unknownHits: this.#found.get('unknown-passages')?.count ?? 0,
      },
    };
  }

  #match(lists: readonly EngineList[], find: (name: EngineList['question']) => FoundQuestion): MatchedList[] {
    const matched = new Map<QueryId, MatchedList>();
    for (const list of lists) {
      const { question, hits, failure, place } = list;
      const named = question.text ?? question.id ?? '';
      if (failure) this.#note(failure, named, place);
      const found = find(question);
      if (found.how === 'unknown') this.#note('unmatched-questions', named, place);
      else if (found.how === 'ambiguous') this.#note('ambiguous-questions', named, place);
      else if (matched.has(found.id)) this.#note('questions-again', named, place);
      else if (hits) {
        if (found.how === 'text') this.#byText++;
        matched.set(found.id, { list: { ...list, hits }, query: found.id });
      }
    }
    return [...matched.values()];
  }

  #note(kind: ResultFinding, name: string, { field, line }: ProblemPlace): void {
    const found = valueOf(this.#found, kind, () => ({ count: 0, first: [] }));
    found.count++;
    if (found.first.length < LISTED)
      found.first.push({ name, ...(line !== undefined && { line }), ...(field !== undefined && { field }) });
  }

  #report(lists: number, hits: number): void {
    const { file } = this.results;
    const warn = (kind: ResultFinding, of: number): void => {
      const found = this.#found.get(kind);
      if (found) this.log.warn(problem('result-finding', { file }, kind, { ...found, of }));
    };
    for (const kind of OF_LISTS) warn(kind, lists);
    for (const kind of OF_HITS) warn(kind, hits);
  }
}
