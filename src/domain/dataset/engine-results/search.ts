import { type EngineHit, NAMELESS } from './engine-list';
import { jsonResponses, type ResultFormat } from './format';
import {
  idsIn,
  isMembers,
  type ListLog,
  memberOf,
  type Members,
  millisecondsIn,
  pathTo,
  passageTexts,
} from './list-log';
import type { EngineRecord } from './result-records';
import type { EngineFailure } from './result-report';

/**
 * Responses of Elasticsearch and OpenSearch: `_search` (`hits.hits` with `_id`, `_score`, `_source`, and `took`), and
 * `_msearch`, whose `responses` are in the order of its request lines. What failed is no list; a response that timed out or lacks
 * shards is one, and is reported.
 */
export const search: ResultFormat = jsonResponses({
  time: 'took',
  fields: ['hits', 'responses'],
  isResponse: (body) => (isSearch(body) && !isOther(body)) || isMultiSearch(body) || isFailed(body),
  read(record, into) {
    if (!isMultiSearch(record.body)) return readSearch(record.body, record, into);
    const at = pathTo(record.at, 'responses');
    const responses = into.items(record.body['responses'], into.placeOf(at, record.line)) ?? [];
    const own = responses.length === 1 ? record.name : NAMELESS;
    for (const [i, response] of responses.entries()) {
      const each = { ...record, name: own, at: `${at}[${i}]` };
      if (isMembers(response)) readSearch(response, each, into);
      else into.refuse(into.placeOf(each.at, record.line), 'object', response);
    }
  },
});

const isSearch = (body: Members): boolean => Array.isArray(memberOf(body, 'hits', 'hits'));

/** `{"error": {"type": "…"}, "status": 400}`. */
const isFailed = ({ error, status }: Members): boolean => isMembers(error) && typeof status === 'number';

const isMultiSearch = ({ responses }: Members): boolean =>
  Array.isArray(responses) &&
  responses.some((each) => isMembers(each) && ('hits' in each || 'error' in each || 'took' in each));

/** Documents of OpenSearch's search relevance and of click logs come as hits of a search too. */
const OTHERS = [
  'judgmentRatings',
  'querySetQueries',
  'searchConfigurationList',
  'searchConfigurationId',
  'action_name',
];

function isOther(body: Members): boolean {
  const first: unknown = (memberOf(body, 'hits', 'hits') as readonly unknown[])[0];
  const source = memberOf(first, '_source');
  return isMembers(source) && OTHERS.some((name) => name in source);
}

function readSearch(body: Members, { name, at, line }: EngineRecord, into: ListLog): void {
  const place = into.placeOf(at, line);
  const failure = failureOf(body);
  const rest = { question: name, system: null, milliseconds: millisecondsIn(body['took']), failure, place };
  if (failure === 'error') return into.add({ ...rest, hits: null, milliseconds: null });
  const field = pathTo(at, 'hits.hits');
  const hits = into.hits(memberOf(body, 'hits', 'hits'), into.placeOf(field, line), (hit, own) =>
    searchHit(hit, own, into),
  );
  if (hits) into.add({ ...rest, hits });
}

export function searchHit(hit: Members, place: Parameters<ListLog['id']>[2], into: ListLog): EngineHit | null {
  const at = place.field ?? '';
  const id = into.id('document', hit['_id'], { ...place, field: `${at}._id` });
  const score = into.score(hit['_score'], { ...place, field: `${at}._score` });
  if (id === null || score === undefined) return null;
  const ids = new Map([['_id', id]]);
  idsIn(hit['_source'], '_source', ids);
  return { ids, texts: passageTexts(hit['_source']), score, place };
}

function failureOf(body: Members): EngineFailure | null {
  const status = body['status'];
  if (body['error'] !== undefined || (typeof status === 'number' && status >= 400)) return 'error';
  if (body['timed_out'] === true) return 'timed-out';
  const failed = memberOf(body, '_shards', 'failed');
  return typeof failed === 'number' && failed > 0 ? 'failed-shards' : null;
}
