import { asId } from '../readers/records';
import { normaliseText } from '../ground-truth-texts';
import type { GivenName } from './engine-list';
import { isMembers, type Members, nonBlank } from './list-log';

const IDS = ['qid', 'query_id', 'question_id', 'queryId', 'questionId'];
const TEXTS = ['query', 'question', 'query_text', 'queryText', 'user_query', 'searchText'];

/** Members that hold a request, from which the text of a question may be read. */
const REQUESTS = ['request', 'body', 'query'];

/**
 * The question that an object beside a response names: `qid`, `query_id` or `question_id`; `query` or `question`; or the
 * request that was sent.
 */
export function givenName(members: Members): GivenName {
  const id = IDS.map((name) => asId(members[name])).find((each) => each !== null && each.trim() !== '') ?? null;
  const text = TEXTS.flatMap((name) => nonBlank(members[name]))[0] ?? null;
  if (text !== null) return { id, text };
  const request = REQUESTS.map((name) => members[name]).find(isMembers);
  return { id, text: request === undefined ? null : queryTextIn(request) };
}

/** Members of a request that hold the words of a question, in Elasticsearch, OpenSearch, Qdrant and Vespa. */
const OF_WORDS = new Set(['query', 'query_text', 'query_string', 'model_text', 'inference_text', 'user_query', 'q']);
/** Queries whose member is named by a field: `{"match": {"title": "words"}}`. */
const BY_FIELD = new Set(['match', 'match_phrase', 'match_bool_prefix', 'match_phrase_prefix']);
/** What narrows a search is not what is asked. */
const NARROWING = new Set([
  'filter',
  'must_not',
  'post_filter',
  'aggs',
  'aggregations',
  'highlight',
  'suggest',
  'sort',
]);

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
    if (NARROWING.has(name)) continue;
    if (OF_WORDS.has(name)) take(inner, found);
    if (BY_FIELD.has(name) && isMembers(inner)) for (const text of Object.values(inner)) take(text, found);
    collect(inner, found, depth + 1);
  }
}

function take(text: unknown, found: Map<string, string>): void {
  for (const each of nonBlank(text)) if (!found.has(normaliseText(each))) found.set(normaliseText(each), each);
}
