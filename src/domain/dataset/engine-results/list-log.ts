import { idFlaw } from '../id-flaw';
import type { Expected, Kind } from '../outcome';
import { problem, type ProblemLog, type ProblemPlace } from '../problem';
import { kindOf } from '../readers/json-document';
import { asId } from '../readers/records';
import type { EngineHit, EngineList, GivenName } from './engine-list';

export type Members = Readonly<Record<string, unknown>>;

export const isMembers = (value: unknown): value is Members => kindOf(value) === 'object';

/** A member of a value, through several names; undefined where there is none. */
export const memberOf = (value: unknown, ...names: readonly string[]): unknown =>
  names.reduce<unknown>((inner, name) => (isMembers(inner) ? inner[name] : undefined), value);

/** `response.hits`, `[3].hits`, `hits`: a path and a member of it. */
export const pathTo = (at: string, name: string): string => (at === '' ? name : `${at}.${name}`);

/** Fields that hold the text of a passage, the likeliest first. */
const TEXTS = ['text', 'content', 'page_content', 'body', 'passage', 'passage_text', 'chunk', 'chunk_text', 'document'];
/** Fields that may hold the id that a passage has in a collection. */
const IDS = ['_id', 'id', 'doc_id', 'docid', 'docId', 'document_id', 'documentId', 'passage_id', 'chunk_id', 'pid'];
const MORE_IDS = ['source_id', 'ref_doc_id', 'documentid', 'source', 'file_name', 'file_path', 'name', 'title', 'url'];

/** Collects the lists of a file, with what is wrong and where. */
export class ListLog {
  readonly lists: EngineList[] = [];
  ratings = 0;

  constructor(
    readonly file: string,
    private readonly log: ProblemLog,
  ) {}

  add(list: EngineList): void {
    this.lists.push(list);
  }

  placeOf(at: string, line?: number): ProblemPlace {
    return { file: this.file, ...(line !== undefined && { line }), ...(at !== '' && { field: at }) };
  }

  refuse(place: ProblemPlace, expected: Expected, got: unknown): void {
    this.log.add(problem('wrong-shape', place, expected, kindOf(got)));
  }

  /** A list, which is refused where it is none. */
  items(value: unknown, place: ProblemPlace): readonly unknown[] | null {
    if (Array.isArray(value)) return value as readonly unknown[];
    this.refuse(place, 'list', value);
    return null;
  }

  /** Hits of a list, each by a reader; null where one cannot be read, which is reported. */
  hits(
    value: unknown,
    place: ProblemPlace,
    read: (hit: Members, place: ProblemPlace) => EngineHit | null,
  ): readonly EngineHit[] | null {
    const items = this.items(value, place);
    if (!items) return null;
    const hits = items.map((item, i) => {
      const own = { ...place, field: `${place.field ?? ''}[${i}]` };
      if (isMembers(item)) return read(item, own);
      this.refuse(own, 'object', item);
      return null;
    });
    return hits.every((hit) => hit !== null) ? hits : null;
  }

  /** A score; null where there is none, undefined where it is no finite number, which is reported. */
  score(value: unknown, place: ProblemPlace): number | null | undefined {
    if (value === null || value === undefined) return null;
    const score = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    if (typeof score === 'number' && Number.isFinite(score)) return score;
    this.log.add(problem('bad-score', place, asId(value) ?? kindOf(value)));
    return undefined;
  }

  /** Whether a text can be an id; reported where it cannot. */
  isId(kind: Kind, id: string, place: ProblemPlace): boolean {
    const flaw = id === '' ? null : idFlaw(id);
    if (flaw !== null) this.log.add(problem('bad-id', place, kind, id, flaw));
    else if (id === '') this.log.add(problem('empty-id', place, kind));
    else return true;
    return false;
  }

  /** An id, which may be a number; null where it is missing or cannot be one, which is reported. */
  id(kind: Kind, value: unknown, place: ProblemPlace): string | null {
    const id = asId(value);
    if (id === null) this.refuse(place, 'id', value);
    return id !== null && this.isId(kind, id, place) ? id : null;
  }
}

/** Milliseconds where a number is one that a time can be; null where it is not. */
export const millisecondsIn = (value: unknown, factor = 1): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value * factor : null;

/** Ids that fields of a stored document give, by path. */
export function idsIn(source: unknown, path: string, into: Map<string, string>): void {
  if (!isMembers(source)) return;
  for (const name of [...IDS, ...MORE_IDS]) {
    const id = asId(source[name]);
    if (id !== null && id.trim() !== '') into.set(`${path}.${name}`, id);
  }
  const metadata = source['metadata'];
  if (isMembers(metadata) && !path.endsWith('metadata')) idsIn(metadata, `${path}.metadata`, into);
}

/** Texts that fields of a stored document hold: those of the usual names, else the longest. */
export function passageTexts(source: unknown): string[] {
  if (!isMembers(source)) return [];
  const named = TEXTS.flatMap((name) => nonBlank(source[name]));
  if (named.length > 0) return named;
  const all = Object.values(source).flatMap(nonBlank);
  const longest = all.reduce((most, text) => (text.length > most.length ? text : most), '');
  return longest === '' ? [] : [longest];
}

export const nonBlank = (value: unknown): string[] => (typeof value === 'string' && value.trim() !== '' ? [value] : []);

export const isNamed = ({ id, text }: GivenName): boolean => id !== null || text !== null;
