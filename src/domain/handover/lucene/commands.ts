import type { HandedContent, HandedSystem, HandoverCommand } from '../target';

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
    'for part in part-*; do',
    `  answer=$(${json('POST', `/${name}/_bulk?filter_path=errors,items.*.error`, '"$part"', 'x-ndjson')})`,
    // A bulk request answers with 200 also where no passage was taken.
    `  case "$answer" in *'"errors":false'*) ;; *) echo "$part: $answer" >&2; break ;; esac`,
    'done',
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
