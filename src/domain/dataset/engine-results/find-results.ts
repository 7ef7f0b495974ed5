import { stemOf } from '../../../base/paths';
import { type Recognised, recognisedBy } from '../formats/format';
import { guarded, problem, type ProblemLog } from '../problem';
import type { SourceText } from '../source';
import type { ResultFormat } from './result-records';
import { type EngineResults, isNamed } from './list-log';
import { RESULT_FORMATS } from './registry';
import { readRequests, type AskedRequests, requestsIn } from './requests';

export interface FoundResults {
  readonly results: readonly (Recognised<ResultFormat> & { readonly file: SourceText })[];
  readonly requests: readonly {
    readonly file: SourceText;
    readonly kind: NonNullable<Awaited<ReturnType<typeof requestsIn>>>;
  }[];
}

/** AskedRequests are taken where there are results: alone they are of no use here, but for the judgments of a rank evaluation. */
export async function findResults(files: readonly SourceText[]): Promise<FoundResults> {
  const results: FoundResults['results'][number][] = [];
  const requests: FoundResults['requests'][number][] = [];
  for (const file of files) {
    const kind = await requestsIn(file);
    if (kind) requests.push({ file, kind });
    const found = kind ? null : await recognisedBy(RESULT_FORMATS, file);
    if (found) results.push({ file, ...found });
  }
  return { results, requests: results.length > 0 ? requests : [] };
}

/** Reads results; lists that name no question have that of the request at their place. Whatever is wrong is in the log. */
export async function readResults({ results, requests }: FoundResults, log: ProblemLog): Promise<EngineResults[]> {
  const asked: AskedRequests[] = [];
  for (const { file, kind } of requests) {
    const read = await guarded(log, () => readRequests(file, kind, log));
    if (read) asked.push(read);
  }
  const found: EngineResults[] = [];
  for (const { file, name, format } of results) {
    const read = await guarded(log, () => format.read(file, log));
    if (!read) continue;
    const named = withNames({ ...read, format: name }, asked, log);
    if (named) found.push(named);
  }
  return found;
}

function withNames(results: EngineResults, asked: readonly AskedRequests[], log: ProblemLog): EngineResults | null {
  const { file, lists, format } = results;
  if (format === 'rank-eval') return { ...results, lists: withTexts(lists, asked) };
  const nameless = lists.filter(({ question }) => !isNamed(question)).length;
  if (nameless === 0 || !RESULT_FORMATS[format]?.byRequests) return results;
  const fitting = asked.filter(({ names }) => names.length === lists.length);
  const own = fitting.length > 1 ? fitting.filter((each) => isBeside(each.file, file)) : fitting;
  const [only] = own;
  if (only && own.length === 1)
    return {
      ...results,
      lists: lists.map((list, i) => (isNamed(list.question) ? list : { ...list, question: only.names[i]! })),
    };
  const counts = asked.map((each) => ({ file: each.file, requests: each.names.length }));
  log.add(problem('nameless-lists', { file }, lists.length, counts));
  return null;
}

/** `run.requests.ndjson` and `run.responses.json`: what stands before the first dot is the same. */
const isBeside = (a: string, b: string): boolean => stemOf(a).split('.')[0] === stemOf(b).split('.')[0];

function withTexts(lists: EngineResults['lists'], asked: readonly AskedRequests[]): EngineResults['lists'] {
  const texts = new Map(asked.flatMap(({ names }) => names.map(({ id, text }) => [id, text] as const)));
  return lists.map((list) => {
    const { id, text } = list.question;
    return { ...list, question: { id, text: text ?? texts.get(id) ?? null } };
  });
}
