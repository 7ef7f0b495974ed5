import { begunObjects, isJsonLines, objectsIn } from './result-records';
import { givenName, type GivenName, queryTextIn } from './list-log';
import { isMembers, memberOf, type Members } from '../readers/json-records';
import { valuesBy } from '../readers/paths';
import type { ProblemLog } from '../problem';
import { asId } from '../readers/records';
import type { SourceText } from '../source';

export interface AskedRequests {
  readonly file: string;
  readonly names: readonly GivenName[];
}

/** Members of the lines of a multi-search that say where to search. */
const HEADER =
  /^(?:index|routing|preference|search_type|request_cache|ccs_minimize_roundtrips|(?:allow|expand|ignore)_\w+)$/;
const BODY = ['query', 'retriever', 'knn', 'sub_searches', 'rank', 'template', 'source', 'id', 'params', 'size'];

const isHeader = (members: Members): boolean => Object.keys(members).every((name) => HEADER.test(name));
const isBody = (members: Members): boolean => BODY.some((name) => name in members);

type RequestKind = 'multi-search' | 'searches' | 'rank-evaluation';

export async function requestsIn(file: SourceText): Promise<RequestKind | null> {
  const head = await file.head();
  if (!/^\s*\{/.test(head)) return null;
  const [first, second] = begunObjects(head);
  if (!first) return null;
  if (second) return isHeader(first) && isBody(second) && isJsonLines(head, file.path) ? 'multi-search' : null;
  if (Array.isArray(first['searches'])) return 'searches';
  return isRankEvaluation(first) ? 'rank-evaluation' : null;
}

/** `{"requests": [{"id", "request", "ratings"}]}`, of `_rank_eval`. */
export function isRankEvaluation({ requests }: Members): boolean {
  if (!Array.isArray(requests)) return false;
  const [first] = requests as readonly unknown[];
  return isMembers(first) && ('ratings' in first || ('id' in first && ('request' in first || 'template_id' in first)));
}

export async function readRequests(file: SourceText, kind: RequestKind, log: ProblemLog): Promise<AskedRequests> {
  const names: GivenName[] = [];
  let isNext = false;
  for await (const objects of objectsIn(file, ['query'], log))
    for (const { value } of objects) {
      if (kind === 'searches') names.push(...valuesBy('searches[]', value).map((each) => nameOf(each.value)));
      else if (kind === 'rank-evaluation')
        names.push(...valuesBy('requests[]', value).map((each) => evaluated(each.value)));
      // Headers and bodies take turns; a header may be empty.
      else if (isNext) names.push(nameOf(value));
      isNext = !isNext;
    }
  return { file: file.path, names };
}

/** A request with its question as text, or with an id of its own beside the query. */
function nameOf(request: unknown): GivenName {
  if (!isMembers(request)) return { id: null, text: null };
  const { id } = givenName(request);
  return { id, text: queryTextIn(request) };
}

const evaluated = (request: unknown): GivenName => ({
  id: asId(memberOf(request, 'id')),
  text: queryTextIn(memberOf(request, 'request')) ?? queryTextIn(memberOf(request, 'params')),
});
