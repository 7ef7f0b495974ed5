import type { EngineFailure } from '../outcome';
import { jsonResponses, type ResultFormat, type EngineRecord } from './result-records';
import {
  type EngineHit,
  givenName,
  type ListLog,
  NAMELESS,
  pathTo,
  idsIn,
  millisecondsIn,
  passageTexts,
} from './list-log';
import { isMembers, memberOf, type Members } from '../readers/json-records';
import { asId } from '../readers/records';

/**
 * Experiments of OpenSearch's Search Relevance Workbench
 * (https://docs.opensearch.org/latest/search-plugins/search-relevance/experiments/): `results` with `snapshots`, the
 * `docIds` of each configuration, which is a system; or `searchText` and `documentIds`. There are no scores.
 */
export const experiments: ResultFormat = jsonResponses({
  time: 'took',
  fields: ['hits.hits[]._source.results', 'hits.hits[]._source.documentIds'],
  isResponse: (body) => documentsOf(body, '').some(({ members }) => isExperiment(members)),
  read({ body, at, line }: EngineRecord, into: ListLog) {
    for (const { members, at: path } of documentsOf(body, at)) readDocument(members, path, line, into);
  },
});

interface Found {
  readonly members: Members;
  readonly at: string;
}

function documentsOf(body: Members, at: string): Found[] {
  const hits = memberOf(body, 'hits', 'hits');
  if (!Array.isArray(hits)) return [{ members: body, at }];
  return hits.flatMap((hit: unknown, i): Found[] => {
    const source = memberOf(hit, '_source');
    return isMembers(source) ? [{ members: source, at: pathTo(at, `hits.hits[${i}]._source`) }] : [];
  });
}

function isExperiment({ results, documentIds, searchText }: Members): boolean {
  if (Array.isArray(documentIds) && typeof searchText === 'string') return true;
  return Array.isArray(results) && Array.isArray(memberOf((results as readonly unknown[])[0], 'snapshots'));
}

function readDocument(members: Members, at: string, line: number | undefined, into: ListLog): void {
  if (Array.isArray(members['documentIds']))
    return readList(members, members, members['documentIds'], pathTo(at, 'documentIds'), line, into);
  const results = into.items(members['results'], into.placeOf(pathTo(at, 'results'), line)) ?? [];
  for (const [i, result] of results.entries()) {
    const own = pathTo(at, `results[${i}]`);
    const snapshots = into.items(memberOf(result, 'snapshots'), into.placeOf(`${own}.snapshots`, line)) ?? [];
    for (const [j, snapshot] of snapshots.entries()) {
      const path = `${own}.snapshots[${j}]`;
      if (isMembers(snapshot)) readList(result as Members, snapshot, snapshot['docIds'], `${path}.docIds`, line, into);
      else into.refuse(into.placeOf(path, line), { fields: ['searchConfigurationId', 'docIds'] }, snapshot);
    }
  }
}

function readList(
  named: Members,
  { searchConfigurationId: system }: Members,
  docs: unknown,
  at: string,
  line: number | undefined,
  into: ListLog,
): void {
  const place = into.placeOf(at, line);
  const found = into.items(docs, place)?.map((doc, i): EngineHit | null => {
    const own = into.placeOf(`${at}[${i}]`, line);
    const id = into.id('document', doc, own);
    return id === null ? null : { ids: new Map([['docIds', id]]), texts: [], score: null, place: own };
  });
  if (!found?.every((hit) => hit !== null)) return;
  into.add({ question: givenName(named), system: typeof system === 'string' ? system : null, hits: found, place });
}

/**
 * Qdrant: `result.points`, a list of these for a batch, or `result` as the points of old `search`. A `payload` may hold
 * the passage's id or text. `time` is in seconds; a batch's is of all its queries, and tells nothing of one.
 */
export const qdrant: ResultFormat = jsonResponses({
  time: 'time',
  fields: ['result'],
  isResponse: (body) => listsOf(body['result'], '') !== null || isFailed(body),
  read({ body, name, at, line }: EngineRecord, into: ListLog) {
    if (isFailed(body))
      return into.add({ question: name, hits: null, failure: 'error', place: into.placeOf(at, line) });
    const lists = listsOf(body['result'], pathTo(at, 'result')) ?? [];
    for (const list of lists) {
      const hits = into.hits(list.points, into.placeOf(list.at, line), hitReader(into, 'id', 'score', 'payload'));
      if (!hits) continue;
      const alone = lists.length === 1;
      into.add({
        question: alone ? name : NAMELESS,
        hits,
        milliseconds: alone ? millisecondsIn(body['time'], 1000) : null,
        place: into.placeOf(list.at, line),
      });
    }
  },
});

const isFailed = ({ status, time }: Members): boolean =>
  typeof memberOf(status, 'error') === 'string' && typeof time === 'number';

interface Points {
  readonly points: unknown;
  readonly at: string;
}

/** Null where a result is none of Qdrant. */
function listsOf(result: unknown, at: string): Points[] | null {
  const points = memberOf(result, 'points');
  if (Array.isArray(points)) return beginsWithPoint(points) ? [{ points, at: `${at}.points` }] : null;
  if (!Array.isArray(result)) return null;
  if (result.length > 0 && beginsWithPoint(result)) return [{ points: result, at }];
  const lists = result.map((each: unknown, i): Points | null => {
    const inner = memberOf(each, 'points');
    if (Array.isArray(inner)) return { points: inner, at: `${at}[${i}].points` };
    return Array.isArray(each) ? { points: each, at: `${at}[${i}]` } : null;
  });
  return lists.length > 0 && lists.every((list) => list !== null) ? lists : null;
}

/** Of a list that may be cut, or be wrong further on. */
function beginsWithPoint([first]: readonly unknown[]): boolean {
  return first === undefined || (isMembers(first) && ('id' in first || 'score' in first));
}

/**
 * Elasticsearch and OpenSearch: `_search` and `_msearch`, whose `responses` are in the order of its request lines. What
 * failed is no list; a response that timed out or lacks shards is one, and is reported.
 */
export const search: ResultFormat = jsonResponses({
  time: 'took',
  fields: ['hits', 'responses'],
  isResponse: (body) => (isSearch(body) && !isOther(body)) || isMultiSearch(body) || isFailedSearch(body),
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

const isFailedSearch = ({ error, status }: Members): boolean => isMembers(error) && typeof status === 'number';

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
  if (failure === 'error') return into.add({ question: name, hits: null, failure, place });
  const field = pathTo(at, 'hits.hits');
  const hits = into.hits(memberOf(body, 'hits', 'hits'), into.placeOf(field, line), searchHits(into));
  if (hits) into.add({ question: name, hits, milliseconds: millisecondsIn(body['took']), failure, place });
}

type HitReader = Parameters<ListLog['hits']>[2];

/** Reads hits by the members that hold the id, the score and what is stored of the passage. */
/** An id of Elasticsearch is one of its index: another index may have it, too. */
export function nameInIndex(hit: unknown): string | null {
  const [index, id] = [memberOf(hit, '_index'), asId(memberOf(hit, '_id'))];
  return typeof index === 'string' && id !== null ? `${index}/${id}` : null;
}

const hitReader =
  (into: ListLog, idName: string, scoreName: string, stored: string): HitReader =>
  (hit, place) => {
    const at = place.field ?? '';
    const id = into.id('document', hit[idName], { ...place, field: `${at}.${idName}` });
    const score = into.score(hit[scoreName], { ...place, field: `${at}.${scoreName}` });
    if (id === null || score === undefined) return null;
    const ids = new Map([[idName, id]]);
    const name = nameInIndex(hit);
    if (name !== null) ids.set('_index/_id', name);
    idsIn(hit[stored], stored, ids);
    return { ids, texts: passageTexts(hit[stored]), score, place };
  };

export const searchHits = (into: ListLog): HitReader => hitReader(into, '_id', '_score', '_source');

function failureOf(body: Members): EngineFailure | null {
  const status = body['status'];
  if (body['error'] !== undefined || (typeof status === 'number' && status >= 400)) return 'error';
  if (body['timed_out'] === true) return 'timed-out';
  const failed = memberOf(body, '_shards', 'failed');
  return typeof failed === 'number' && failed > 0 ? 'failed-shards' : null;
}

/**
 * Results of Vespa (https://docs.vespa.ai/en/reference/default-result-format.html): `root.children` with `relevance` and `fields`,
 * in groups too. The id of a document is what follows `::` in `fields.documentid`. `timing.searchtime` is in seconds.
 */
export const vespa: ResultFormat = jsonResponses({
  time: 'timing',
  fields: ['root'],
  isResponse: ({ root }) =>
    isMembers(root) && ('children' in root || 'relevance' in root || 'coverage' in root || 'errors' in root),
  read({ body, name, at, line }: EngineRecord, into: ListLog) {
    const root = body['root'] as Members;
    const own = pathTo(at, 'root');
    const errors = root['errors'];
    const isPartial = isMembers(memberOf(root, 'coverage', 'degraded')) || memberOf(root, 'coverage', 'full') === false;
    const children = root['children'] ?? [];
    const failed = Array.isArray(errors) && errors.length > 0 && root['children'] === undefined;
    const hits = into.hits(flatHits(children), into.placeOf(`${own}.children`, line), (hit, place) =>
      vespaHit(hit, place, into),
    );
    if (!hits) return;
    into.add({
      question: name,
      hits: failed ? null : hits,
      milliseconds: millisecondsIn(memberOf(body, 'timing', 'searchtime'), 1000),
      failure: failed ? 'error' : isPartial || (Array.isArray(errors) && errors.length > 0) ? 'degraded' : null,
      place: into.placeOf(at, line),
    });
  },
});

/** Hits without the groups around them, in their order. */
function flatHits(children: unknown): unknown {
  if (!Array.isArray(children)) return children;
  return children.flatMap((child: unknown): readonly unknown[] => {
    const inner = memberOf(child, 'children');
    return Array.isArray(inner) ? (flatHits(inner) as readonly unknown[]) : [child];
  });
}

function vespaHit(hit: Members, place: Parameters<ListLog['id']>[2], into: ListLog): EngineHit | null {
  const at = place.field ?? '';
  const score = into.score(hit['relevance'], { ...place, field: `${at}.relevance` });
  const ids = new Map<string, string>();
  const named = asId(memberOf(hit, 'fields', 'documentid')) ?? asId(hit['id']);
  if (named !== null && named !== '') ids.set('documentid', ownId(named));
  idsIn(hit['fields'], 'fields', ids);
  if (ids.size === 0) into.refuse({ ...place, field: `${at}.id` }, 'id', hit['id']);
  const [first] = ids.values();
  if (first === undefined || score === undefined || !into.isId('document', first, { ...place, field: `${at}.id` }))
    return null;
  return { ids, texts: passageTexts(hit['fields']), score, place };
}

/** `id:namespace:type::own`, whose last part is what was indexed. */
const ownId = (id: string): string => /^id:[^:]*:[^:]*:[^:]*:(.+)$/s.exec(id)?.[1] ?? id;
