import { isId, problem, type ProblemLog, type ProblemPlace } from '../problem';
import type { EngineFailure, Expected, Kind, TimeSource } from '../outcome';
import { isMembers, kindOf, memberOf, type Members } from '../readers/json-records';
import { pathTo } from '../readers/paths';
import { asId } from '../readers/records';
import { normaliseText } from '../ground-truth-texts';

export interface GivenName {
  readonly id: string | null;
  readonly text: string | null;
}

export const NAMELESS: GivenName = { id: null, text: null };

export interface EngineHit {
  /** What may be its id in a collection, by the field that it stands in; the engine's own id first. */
  readonly ids: ReadonlyMap<string, string>;
  readonly texts: readonly string[];
  readonly score: number | null;
  readonly place: ProblemPlace;
}

export interface EngineList {
  readonly question: GivenName;
  readonly system: string | null;
  readonly hits: readonly EngineHit[] | null;
  readonly milliseconds: number | null;
  readonly failure: EngineFailure | null;
  readonly place: ProblemPlace;
}

export interface EngineResults {
  readonly file: string;
  readonly format: string;
  readonly time: TimeSource;
  readonly lists: readonly EngineList[];
  /** Grades beside hits, which are judgments and no part of a run. */
  readonly ratings: number;
}

/** Fields that hold the text of a passage, the likeliest first. */
const TEXTS = ['text', 'content', 'page_content', 'body', 'passage', 'passage_text', 'chunk', 'chunk_text', 'document'];
/** Fields that may hold the id that a passage has in a collection. */
const PASSAGE_IDS = [
  ...['_id', 'id', 'doc_id', 'docid', 'docId', 'document_id', 'documentId', 'passage_id', 'chunk_id', 'pid'],
  ...['source_id', 'ref_doc_id', 'documentid', 'source', 'file_name', 'file_path', 'name', 'title', 'url'],
];

/** Collects the lists of a file, with what is wrong and where. */
export class ListLog {
  readonly lists: EngineList[] = [];
  ratings = 0;

  constructor(
    readonly file: string,
    private readonly log: ProblemLog,
  ) {}

  add(list: Pick<EngineList, 'question' | 'hits' | 'place'> & Partial<EngineList>): void {
    this.lists.push({ system: null, milliseconds: null, failure: null, ...list });
  }

  placeOf(at: string, line?: number): ProblemPlace {
    return { file: this.file, ...(line !== undefined && { line }), ...(at !== '' && { field: at }) };
  }

  refuse(place: ProblemPlace, expected: Expected, got: unknown): void {
    this.log.add(problem('wrong-shape', place, expected, kindOf(got)));
  }

  /** Hits of a list, each by a reader; null where one cannot be read, which is reported. */
  hits(
    value: unknown,
    place: ProblemPlace,
    read: (hit: unknown, place: ProblemPlace) => EngineHit | null,
  ): readonly EngineHit[] | null {
    if (!Array.isArray(value)) {
      this.refuse(place, 'list', value);
      return null;
    }
    const hits = value.map((item: unknown, i) => read(item, { ...place, field: `${place.field ?? ''}[${i}]` }));
    return hits.every((hit) => hit !== null) ? hits : null;
  }

  /** A score; null where there is none, undefined where it is no finite number, which is reported. */
  score(value: unknown, place: ProblemPlace): number | null | undefined {
    if (value === null || value === undefined) return null;
    const score = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    if (typeof score === 'number' && Number.isFinite(score)) return score;
    this.log.add(problem('bad-score', place, asId(value) ?? kindOf(value)));
    return undefined;
  }

  isId(kind: Kind, id: string, place: ProblemPlace): boolean {
    return isId(kind, id, place, this.log);
  }

  /** An id, which may be a number; null where it is missing or cannot be one, which is reported. */
  id(kind: Kind, value: unknown, place: ProblemPlace): string | null {
    const id = asId(value);
    if (id === null) this.refuse(place, 'id', value);
    return id !== null && this.isId(kind, id, place) ? id : null;
  }
}

/** Milliseconds where a number is one that a time can be; null where it is not. */
export const millisecondsIn = (value: unknown, factor = 1): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value * factor : null;

/** Ids that fields of a stored document give, by path. */
export function idsIn(source: unknown, path: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const add = (members: unknown, at: string): void => {
    if (!isMembers(members)) return;
    for (const name of PASSAGE_IDS) {
      const id = name in members ? asId(members[name]) : null;
      if (id !== null && id.trim() !== '') found.set(pathTo(at, name), id);
    }
  };
  add(source, path);
  add(memberOf(source, 'metadata'), pathTo(path, 'metadata'));
  return found;
}

export function passageTexts(source: unknown): string[] {
  if (!isMembers(source)) return [];
  const named = TEXTS.flatMap((name) => nonBlank(source[name]));
  if (named.length > 0) return named;
  const all = Object.values(source).flatMap(nonBlank);
  const longest = all.reduce((most, text) => (text.length > most.length ? text : most), '');
  return longest === '' ? [] : [longest];
}

export const nonBlank = (value: unknown): string[] => (typeof value === 'string' && value.trim() !== '' ? [value] : []);

export const isNamed = ({ id, text }: GivenName): boolean => id !== null || text !== null;

const QUESTION_IDS = ['qid', 'query_id', 'question_id', 'queryId', 'questionId'];
const QUESTION_TEXTS = ['query', 'question', 'query_text', 'queryText', 'user_query', 'searchText'];

/** Members that hold a request, from which the text of a question may be read. */
const REQUESTS = ['request', 'body', 'query'];

/** The question named beside a response: `qid`, `query_id`, `question_id`, `query`, `question`, or the request sent. */
export function givenName(members: Members): GivenName {
  const id =
    QUESTION_IDS.map((name) => asId(members[name])).find((each) => each !== null && each.trim() !== '') ?? null;
  const text = QUESTION_TEXTS.flatMap((name) => nonBlank(members[name]))[0] ?? null;
  if (text !== null) return { id, text };
  const request = REQUESTS.map((name) => members[name]).find(isMembers);
  return { id, text: request === undefined ? null : queryTextIn(request) };
}

/** Members of a request that hold the words of a question, in Elasticsearch, OpenSearch, Qdrant and Vespa. */
const OF_WORDS = new Set(['query', 'query_text', 'query_string', 'model_text', 'inference_text', 'user_query', 'q']);
/** Queries whose member is named by a field: `{"match": {"title": "words"}}`. */
const BY_FIELD = new Set(['match', 'match_phrase', 'match_bool_prefix', 'match_phrase_prefix']);
/** What narrows a search is not what is asked. */
const NARROWING = /^(?:filter|must_not|post_filter|aggs|aggregations|highlight|suggest|sort)$/;

/** The one text that a request asks for; null where it has none, as one with a vector alone, or several. */
export function queryTextIn(request: unknown): string | null {
  const found = new Map<string, string>();
  collect(request, found, 0);
  return found.size === 1 ? [...found.values()][0]! : null;
}

/** Queries nest; deeper than this nobody writes them. */
const MAX_DEPTH = 30;

function collect(value: unknown, found: Map<string, string>, depth: number): void {
  if (depth > MAX_DEPTH) return;
  if (Array.isArray(value)) for (const item of value as readonly unknown[]) collect(item, found, depth + 1);
  if (!isMembers(value)) return;
  // A text that Qdrant embeds by itself.
  if (typeof value['model'] === 'string') take(value['text'], found);
  for (const [name, inner] of Object.entries(value)) {
    if (NARROWING.test(name)) continue;
    if (OF_WORDS.has(name)) take(inner, found);
    if (BY_FIELD.has(name) && isMembers(inner)) for (const text of Object.values(inner)) take(text, found);
    collect(inner, found, depth + 1);
  }
}

function take(text: unknown, found: Map<string, string>): void {
  for (const each of nonBlank(text)) if (!found.has(normaliseText(each))) found.set(normaliseText(each), each);
}
