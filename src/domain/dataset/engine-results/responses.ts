import type { EngineFailure } from '../outcome';
import type { ProblemPlace } from '../problem';
import { isMembers, memberOf, type Members } from '../readers/json-records';
import { type FoundValue, pathTo, valueAt, valuesBy } from '../readers/paths';
import { asId } from '../readers/records';
import {
  type EngineHit,
  givenName,
  type GivenName,
  idsIn,
  isNamed,
  ListLog,
  millisecondsIn,
  NAMELESS,
  nonBlank,
  passageTexts,
} from './list-log';
import { type HitFields, type PlaceOfLists, RESPONSE_SHAPES, type ResponseShape } from './response-shapes';
import { begunObjects, objectsIn, type ResultFormat } from './result-records';

/** Responses as JSON, one, a list, or one a line; each may stand in an object beside its question. */
export const responsesOf = (name: keyof typeof RESPONSE_SHAPES): ResultFormat => ofShape(RESPONSE_SHAPES[name]);

const ofShape = (shape: ResponseShape): ResultFormat => ({
  recognises: async (file) => {
    const head = await file.head();
    const begun = /^\s*[[{]/.test(head) ? begunObjects(head).slice(0, 2) : [];
    return begun.some((each) => responsesIn(each, '', shape).some(({ lists }) => lists));
  },

  async read(file, log) {
    const into = new ListLog(file.path, log);
    const { fields, time } = shape;
    for await (const objects of objectsIn(file, fields, log))
      for (const { value, at, line } of objects) {
        if (!isMembers(value)) into.refuse(into.placeOf(at), { fields }, value);
        for (const response of isMembers(value) ? responsesIn(value, at, shape) : [])
          if (response.lists) readLists(response, response.lists, line, shape, into);
          else into.refuse(into.placeOf(response.at, line), { fields }, response.body);
      }
    return { file: file.path, time, lists: into.lists, ratings: into.ratings };
  },
});

interface Response {
  readonly body: unknown;
  readonly at: string;
  readonly name: GivenName;
  readonly lists: PlaceOfLists | undefined;
}

/** The response that an object is or carries, or those in documents of an index. */
function responsesIn(value: Members, at: string, shape: ResponseShape): Response[] {
  const { response, id, text } = value;
  const name = givenName(value);
  if (isMembers(response) && !placeOfLists(value, shape)) {
    // Beside a response an id and a text can be of nothing else.
    const beside = givenName({ qid: id, query: text });
    const own = { id: name.id ?? beside.id, text: name.text ?? beside.text };
    return responsesIn(response, pathTo(at, 'response'), shape).map((each) => ({ ...each, name: own }));
  }
  const { documents } = shape;
  const stored = documents === undefined ? [] : valuesBy(documents, value, at).filter((each) => isMembers(each.value));
  if (stored.length === 0) return [{ body: value, at, name, lists: placeOfLists(value, shape) }];
  return stored.map((each) => ({
    body: each.value,
    at: each.at,
    name: givenName(each.value as Members),
    lists: placeOfLists(each.value, shape),
  }));
}

function placeOfLists(body: unknown, { places, without = [] }: ResponseShape): PlaceOfLists | undefined {
  const found = places.find(({ told }) => told.some((paths) => paths.split(' ').every((path) => isThere(path, body))));
  // The first alone: any hit may have a field of such a name.
  const hits = memberOf(body, 'hits', 'hits');
  const stored = Array.isArray(hits) ? memberOf(hits[0], '_source') : undefined;
  return without.some((name) => memberOf(stored, name) !== undefined) ? undefined : found;
}

function isThere(path: string, body: unknown): boolean {
  const kinds: Readonly<Record<string, (value: unknown) => boolean>> = { '[]': Array.isArray, '{}': isMembers };
  const isOne = kinds[path.slice(-2)];
  if (!isOne) return valuesBy(path, body).some(({ value }) => value !== undefined);
  return valuesBy(path.slice(0, -2), body).some(({ value }) => isOne(value));
}

function readLists(
  { body, at, name }: Response,
  { each = '', hits: path }: PlaceOfLists,
  line: number | undefined,
  shape: ResponseShape,
  into: ListLog,
): void {
  const holders = valuesBy(each, body, at, (got, there) => into.refuse(into.placeOf(there, line), 'list', got));
  const alone = holders.length === 1;
  for (const holder of holders) {
    const place = into.placeOf(holder.at, line);
    const asked = { id: null, text: nonBlank(shape.question && valueAt(shape.question, body))[0] ?? null };
    const question = questionOf(holder, alone && isNamed(name) ? name : asked);
    if (holder.key !== null && !into.isId('question', holder.key, place)) continue;
    if (path !== '' && !isMembers(holder.value)) {
      into.refuse(place, { fields: [path] }, holder.value);
      continue;
    }
    const failure = failureOf(holder.value);
    const found = valueAt(path, holder.value);
    const items = shape.groups === undefined ? found : ungrouped(found ?? [], shape.groups);
    const read = (hit: unknown, own: ProblemPlace): EngineHit | null => hitOf(hit, own, shape.hit, into);
    const hits = failure === 'error' ? null : into.hits(items, into.placeOf(pathTo(holder.at, path), line), read);
    if (!hits && failure !== 'error') continue;
    const system = shape.system === undefined ? null : memberOf(holder.value, shape.system);
    into.add({
      question,
      system: typeof system === 'string' ? system : null,
      hits,
      failure,
      milliseconds: timeOf(shape, holder.value) ?? (alone ? timeOf(shape, body) : null),
      place,
    });
  }
}

/** By the name of the member, by what is beside it, else as the response is named. */
function questionOf({ key, value, around }: FoundValue, name: GivenName): GivenName {
  if (key !== null) return { id: key, text: null };
  if (isNamed(name)) return name;
  const named = [value, ...around].filter(isMembers).map(givenName);
  return named.find(isNamed) ?? NAMELESS;
}

/** Hits without the groups around them, in their order. */
function ungrouped(items: unknown, groups: string): unknown {
  if (!Array.isArray(items)) return items;
  return items.flatMap((item: unknown): readonly unknown[] => {
    const inner = memberOf(item, groups);
    return Array.isArray(inner) ? (ungrouped(inner, groups) as readonly unknown[]) : [item];
  });
}

const timeOf = ({ took }: ResponseShape, body: unknown): number | null =>
  took ? millisecondsIn(valueAt(took[0], body), took[1]) : null;

/** What an engine says went wrong: a response that failed is no list; one that timed out or lacks shards is one. */
function failureOf(body: unknown): EngineFailure | null {
  const [status, failed] = [memberOf(body, 'status'), memberOf(body, '_shards', 'failed')];
  const root = memberOf(body, 'root');
  const errors = memberOf(root, 'errors');
  const hasErrors = Array.isArray(errors) && errors.length > 0;
  if ((memberOf(body, 'error') ?? null) !== null || typeof memberOf(status, 'error') === 'string') return 'error';
  if (typeof status === 'number' && status >= 400) return 'error';
  if (hasErrors && memberOf(root, 'children') === undefined) return 'error';
  if (memberOf(body, 'timed_out') === true) return 'timed-out';
  if (typeof failed === 'number' && failed > 0) return 'failed-shards';
  const isPartial =
    isMembers(memberOf(root, 'coverage', 'degraded')) ||
    memberOf(root, 'coverage', 'full') === false ||
    memberOf(body, 'responseHeader', 'partialResults') === true;
  return hasErrors || isPartial ? 'degraded' : null;
}

/** An id of Elasticsearch is one of its index: another index may have it, too. */
export function nameInIndex(hit: unknown): string | null {
  const [index, id] = [memberOf(hit, '_index'), asId(memberOf(hit, '_id'))];
  return typeof index === 'string' && id ? `${index}/${id}` : null;
}

/** @param fields null where the hit is the id; @returns null where it cannot be read, which is reported */
export function hitOf(item: unknown, place: ProblemPlace, fields: HitFields | null, into: ListLog): EngineHit | null {
  if (!fields) {
    const id = into.id('document', item, place);
    return id === null ? null : { ids: new Map([['docIds', id]]), texts: [], score: null, place };
  }
  const { within = '', id: paths, ownId, score: scored, stored: storedAt, rating } = fields;
  const at = pathTo(place.field ?? '', within);
  const hit = isMembers(item) ? valueAt(within, item) : item;
  if (!isMembers(hit)) {
    into.refuse(isMembers(item) ? { ...place, field: at } : place, 'object', hit);
    return null;
  }
  if (rating !== undefined && asId(memberOf(item, rating)) !== null) into.ratings++;
  const stored = valueAt(storedAt, hit);
  const texts = passageTexts(stored);
  const more = idsIn(stored, storedAt);
  const path = paths.find((each) => asId(valueAt(each, hit)) !== null) ?? paths.at(-1)!;
  const written = valueAt(path, hit) ?? '';
  const hasId = written !== '' || (texts.length === 0 && more.size === 0);
  const id = hasId ? into.id('document', valueAt(path, hit), { ...place, field: `${at}.${path}` }) : null;
  const score = into.score(valueAt(scored, hit), { ...place, field: `${at}.${scored}` });
  if ((hasId && id === null) || score === undefined) return null;
  const ids = new Map<string, string>();
  if (id !== null) ids.set(paths[0]!.split('.').at(-1)!, (ownId && ownId.exec(id)?.[1]) ?? id);
  const name = nameInIndex(hit);
  if (name !== null) ids.set('_index/_id', name);
  return { ids: new Map([...ids, ...more]), texts, score, place: { ...place, field: at } };
}
