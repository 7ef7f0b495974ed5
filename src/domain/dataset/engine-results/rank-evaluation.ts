import { jsonResponses, type ResultFormat } from './format';
import { isMembers, type ListLog, type Members, pathTo } from './list-log';
import type { EngineRecord } from './result-records';
import { searchHit } from './search';

/**
 * The response of `_rank_eval` (Elasticsearch, OpenSearch): `details` by the id of a request, each with the `hits` that it found.
 * The `rating` beside a hit is a judgment, which the format of judgments reads.
 */
export const rankEvaluation: ResultFormat = jsonResponses({
  time: 'took',
  fields: ['details'],
  isResponse: ({ details }) => isMembers(details) && isDetails(details),
  read({ body, at, line }: EngineRecord, into: ListLog) {
    for (const [id, detail] of Object.entries(body['details'] as Members)) {
      const own = `${pathTo(at, 'details')}.${JSON.stringify(id)}`;
      const place = into.placeOf(own, line);
      if (!into.isId('question', id, place)) continue;
      if (!isMembers(detail)) {
        into.refuse(place, { fields: ['hits'] }, detail);
        continue;
      }
      const hits = into.hits(detail['hits'], into.placeOf(`${own}.hits`, line), (item, hitPlace) => {
        const { hit } = item;
        const within = { ...hitPlace, field: `${hitPlace.field ?? ''}.hit` };
        if (typeof item['rating'] === 'number' || typeof item['rating'] === 'string') into.ratings++;
        if (isMembers(hit)) return searchHit(hit, within, into);
        into.refuse(within, 'object', hit);
        return null;
      });
      if (hits)
        into.add({ question: { id, text: null }, system: null, hits, milliseconds: null, failure: null, place });
    }
  },
});

/** Whether one of the details has hits, or there are none. */
export const isDetails = (details: Members): boolean => {
  const all = Object.values(details);
  return all.length === 0 || all.some((detail) => isMembers(detail) && Array.isArray(detail['hits']));
};
