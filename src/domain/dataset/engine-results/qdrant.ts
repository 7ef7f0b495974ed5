import { type EngineHit, NAMELESS } from './engine-list';
import { jsonResponses, type ResultFormat } from './format';
import {
  idsIn,
  isMembers,
  type ListLog,
  type Members,
  millisecondsIn,
  memberOf,
  pathTo,
  passageTexts,
} from './list-log';
import type { EngineRecord } from './result-records';

/**
 * Responses of Qdrant: `result.points` of a query, a list of these for a batch, and `result` as a list of points, as `search` had
 * it. A point's `payload` may hold the id or the text of the passage. `time` is in seconds; that of a batch is of all its queries
 * together, and tells nothing of one.
 */
export const qdrant: ResultFormat = jsonResponses({
  time: 'time',
  fields: ['result'],
  isResponse: (body) => listsOf(body['result'], '') !== null || isFailed(body),
  read({ body, name, at, line }: EngineRecord, into: ListLog) {
    const failed = { system: null, hits: null, milliseconds: null, failure: 'error' as const };
    if (isFailed(body)) return into.add({ ...failed, question: name, place: into.placeOf(at, line) });
    const lists = listsOf(body['result'], pathTo(at, 'result')) ?? [];
    for (const list of lists) {
      const hits = into.hits(list.points, into.placeOf(list.at, line), (point, place) => pointHit(point, place, into));
      if (!hits) continue;
      const alone = lists.length === 1;
      into.add({
        question: alone ? name : NAMELESS,
        system: null,
        hits,
        milliseconds: alone ? millisecondsIn(body['time'], 1000) : null,
        failure: null,
        place: into.placeOf(list.at, line),
      });
    }
  },
});

/** `{"status": {"error": "…"}, "time": 0}`. */
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

function pointHit(point: Members, place: Parameters<ListLog['id']>[2], into: ListLog): EngineHit | null {
  const at = place.field ?? '';
  const id = into.id('document', point['id'], { ...place, field: `${at}.id` });
  const score = into.score(point['score'], { ...place, field: `${at}.score` });
  if (id === null || score === undefined) return null;
  const ids = new Map([['id', id]]);
  idsIn(point['payload'], 'payload', ids);
  return { ids, texts: passageTexts(point['payload']), score, place };
}
