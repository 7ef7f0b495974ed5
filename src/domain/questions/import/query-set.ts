import { problem, type ProblemLog, type ProblemPlace } from '../../dataset/problem';
import { kindOf, parseJson } from '../../dataset/readers/json-document';
import { wholeText, type SourceText } from '../../dataset/source';

interface QueryOfSet {
  readonly text: string;
  /** Null where the set gives none. */
  readonly answer: string | null;
  readonly at: ProblemPlace;
}

const LIST = 'querySetQueries';

/** Whether a file has a query set of OpenSearch, by its beginning. */
export const isQuerySet = (head: string): boolean => /^\s*\{[^]*"querySetQueries"\s*:/.test(head);

/**
 * Query sets of OpenSearch's Search Relevance Workbench
 * (https://docs.opensearch.org/latest/search-plugins/search-relevance/query-sets/): `querySetQueries` of
 * `{queryText, referenceAnswer}`, by themselves or in the response that they were fetched with.
 *
 * @throws {SourceFailure} as the source does
 */
export async function readQuerySets(source: SourceText, log: ProblemLog): Promise<QueryOfSet[]> {
  const value = parseJson(await wholeText(source), source.path, log);
  return value === undefined ? [] : setsIn(value, '').flatMap((set) => questionsIn(set, source.path, log));
}

interface FoundSet {
  readonly field: string;
  readonly value: unknown;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => kindOf(value) === 'object';

/** A set by itself, in a document (`_source`), or in the response of a search (`hits.hits`). */
function setsIn(value: unknown, field: string): FoundSet[] {
  if (!isObject(value)) return [];
  if (LIST in value) return [{ field: `${field}${LIST}`, value: value[LIST] }];
  if (isObject(value['_source'])) return setsIn(value['_source'], `${field}_source.`);
  const hits = isObject(value['hits']) ? value['hits']['hits'] : undefined;
  return Array.isArray(hits) ? hits.flatMap((hit, i) => setsIn(hit, `${field}hits.hits[${i}].`)) : [];
}

function questionsIn({ field, value }: FoundSet, file: string, log: ProblemLog): QueryOfSet[] {
  if (!Array.isArray(value)) {
    log.add(problem('wrong-shape', { file, field }, 'list', kindOf(value)));
    return [];
  }
  return value.flatMap((item: unknown, i): QueryOfSet[] => {
    const at = { file, field: `${field}[${i}]` };
    const text = isObject(item) ? item['queryText'] : item;
    const answer = isObject(item) ? item['referenceAnswer'] : null;
    if (typeof text !== 'string') {
      log.add(problem('wrong-shape', { file, field: `${at.field}.queryText` }, 'text', kindOf(text)));
      return [];
    }
    const given = typeof answer === 'string' ? answer.trim() || null : null;
    return [{ text: text.trim(), answer: given, at }];
  });
}
