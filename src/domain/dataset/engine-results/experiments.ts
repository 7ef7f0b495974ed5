import { type EngineHit } from './engine-list';
import { jsonResponses, type ResultFormat } from './format';
import { givenName } from './given-name';
import { isMembers, type ListLog, memberOf, type Members, pathTo } from './list-log';
import type { EngineRecord } from './result-records';

/**
 * Experiments of OpenSearch's Search Relevance Workbench
 * (https://docs.opensearch.org/latest/search-plugins/search-relevance/experiments/), as they are fetched: pairwise ones have
 * `results` with `snapshots`, the `docIds` of each search configuration; evaluation results have `searchText` and `documentIds`. Each
 * search configuration is a system. There are no scores.
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

/** Stored documents, as a search gives them, or one by itself. */
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
  into.add({
    question: givenName(named),
    system: typeof system === 'string' ? system : null,
    hits: found,
    milliseconds: null,
    failure: null,
    place,
  });
}
