import { keepsRatios } from '../fusions';
import { isVectors } from '../files';
import type { HandedContent, HandedSystem, HandoverCommand, HandoverNote } from '../target';

/** Lines of a bulk request that is sent at a time: two a passage. */
const LINES = 1000;

/**
 * Commands for curl. The address is in the variable `<ENGINE>_URL`, credentials in `<ENGINE>_AUTH` as the header that the
 * engine asks for, `Authorization: …`.
 *
 * @param pipeline path of the search pipeline, null where the engine has none
 */
export function luceneCommands(
  { name }: HandedSystem,
  { passages, vectors }: Pick<HandedContent, 'passages' | 'vectors'>,
  engine: string,
  pipeline: string | null,
): HandoverCommand[] {
  const json = (method: string, path: string, file: string, type = 'json'): string =>
    `curl --fail-with-body -X ${method} "$${engine}_URL${path}" -H "$${engine}_AUTH" -H 'Content-Type: application/${type}' --data-binary @${file}`;
  const bulk = [
    `split -l ${LINES} passages.ndjson part-`,
    `for part in part-*; do ${json('POST', `/${name}/_bulk`, '"$part"', 'x-ndjson')}; done`,
    `curl --fail-with-body -X POST "$${engine}_URL/${name}/_refresh" -H "$${engine}_AUTH"`,
  ];
  const search = pipeline === null ? '' : `?search_pipeline=${name}`;
  return [
    { does: 'create-index', shell: json('PUT', `/${name}`, 'index.json') },
    ...(pipeline === null
      ? []
      : [{ does: 'create-pipeline' as const, shell: json('PUT', `/_search/pipeline/${name}`, pipeline) }]),
    ...(passages || vectors ? [{ does: 'index-passages' as const, shell: bulk.join('\n') }] : []),
    { does: 'search', shell: json('POST', `/${name}/_search${search}`, 'search.json') },
  ];
}

export function luceneNotes({ system }: HandedSystem, least: string): HandoverNote[] {
  const vectors = system.retrievers.some(isVectors);
  const approximate = system.retrievers.some((spec) => isVectors(spec) && spec.search.kind === 'hnsw');
  return [
    { code: 'version', data: { least } },
    ...(vectors && keepsRatios(system.fusion) ? [{ code: 'vector-scores-moved' as const, data: null }] : []),
    ...(approximate ? [{ code: 'approximate-vectors' as const, data: null }] : []),
  ];
}
