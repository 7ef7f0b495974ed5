import { asId } from '../readers/records';
import type { EngineHit } from './engine-list';
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
      system: null,
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
