import type { Doc, DocId, Query } from '../../../../base/types';
import { append } from '../../../../base/containers';
import { rowCount } from '../../../../base/vectors';
import { baseName } from '../../../../base/paths';
import { placeOf } from '../../../chunk/recursive';
import { eachContained, normaliseText } from '../../ground-truth-texts';
import type { ImportedVectors, VectorField } from '../../outcome';
import type { UnfitVectors } from './problems';
import { OWN_ID } from './read-vectors';

/** What the files are held against. */
export interface Ground {
  readonly docs: readonly DocId[];
  readonly queries: readonly Query[];
  /** Of the documents, in their order. Without them nothing is matched or checked by text. */
  readonly texts?: readonly Pick<Doc, 'title' | 'text'>[];
}

export type VectorSide = 'passages' | 'questions';

/** Rows that are of one side of a collection, and the ids there. */
export interface MatchedRows {
  readonly set: ImportedVectors;
  readonly role: VectorSide;
  readonly rows: readonly number[];
  readonly ids: readonly string[];
  /** What they were matched by; null where by their order. */
  readonly by: VectorField | null;
  /** What rows say that are of nothing here. */
  readonly unknown: readonly string[];
  /** Whether rows are of parts of documents, of which one may have several. */
  readonly areParts: boolean;
}

const ROLES: Readonly<Record<VectorSide, RegExp>> = {
  passages: /passage|doc|corpus|chunk/i,
  questions: /quer|question|^qid/i,
};
const TEXT = /(?:^|[._-])(?:texts?|contents?|documents?|body|input|inputtext|passage|chunk|query|question)$/i;
const PART = /chunk|passage|part|start|offset|span|page|section|text|content/i;
/** `d1#3`, `d1_chunk_3`, `d1-3`, `d1::p3`. */
const NUMBERED = /^(.+?)(?:[#:_/-]+(?:chunk|passage|part|split|c|p)?)[#:_/-]*\d+$/i;

type Ids = readonly (string | null)[];

/** What rows are of, by one field. */
interface Match {
  readonly field: VectorField;
  readonly passages: Ids;
  readonly questions: Ids;
  readonly areParts: boolean;
}

const found = (ids: Ids): number => new Set(ids.filter((id) => id !== null)).size;
const best = ({ passages, questions }: Match): number => Math.max(found(passages), found(questions));
const isWhole = ({ passages, questions }: Match): boolean =>
  [passages, questions].some((ids) => ids.length > 0 && !ids.includes(null));
const idsOf = ({ passages, questions }: Match): string => JSON.stringify([passages, questions]);
/** Whether both find all and as many, say as much by their names, and disagree. */
const isRival = (a: Match, b: Match): boolean =>
  isWhole(a) && best(a) === best(b) && rankOf(a.field.name) === rankOf(b.field.name) && idsOf(a) !== idsOf(b);

/** `wholes` are titles with texts, `bodies` texts alone; both are normalised, once a row has a text. */
function sideOf(ids: readonly string[], texts: readonly Pick<Doc, 'title' | 'text'>[]) {
  const normalised = () => ({
    ids,
    wholes: texts.map(({ title, text }) => normaliseText(`${title} ${text}`)),
    bodies: texts.map(({ text }) => normaliseText(text)),
  });
  let made: ReturnType<typeof normalised> | undefined;
  return { ids, known: new Set(ids), texts: () => (made ??= normalised()) };
}

type Side = ReturnType<typeof sideOf>;

export class RowMatcher {
  readonly #sides: Readonly<Record<VectorSide, Side>>;

  constructor({ docs, queries, texts = [] }: Ground) {
    const questions = queries.map(({ text }) => ({ title: '', text }));
    this.#sides = { passages: sideOf(docs, texts), questions: sideOf(queries.map(({ id }) => id), questions) }; // prettier-ignore
  }

  /** By the field that finds most, as ids, as ids with the number of a part, or as texts; without any, row by row. */
  match(set: ImportedVectors): readonly MatchedRows[] | UnfitVectors {
    const { passages, questions } = this.#sides;
    const fields = set.fields.toSorted((a, b) => rankOf(a.name) - rankOf(b.name));
    const none: Match = { field: { name: '', values: [] }, passages: [], questions: [], areParts: false };
    const whole = (field: VectorField, idOf: (written: string) => string): Match => {
      const ids = field.values.map(idOf);
      const among = ({ known }: Side): Ids => ids.map((id) => (known.has(id) ? id : null));
      return { field, passages: among(passages), questions: among(questions), areParts: false };
    };
    const ways = [
      (field: VectorField): Match => whole(field, (id) => id),
      (field: VectorField): Match => whole(field, (id) => id.replace(/\.0+$/, '')),
      (field: VectorField): Match => ({ ...whole(field, documentOf), questions: [], areParts: true }),
      (field: VectorField): Match => (isOfTexts(field) ? this.#byText(field) : none),
    ];
    let match = none;
    // The first of those that find the most.
    const stronger = (a: Match, b: Match): Match => (best(b) > best(a) ? b : a);
    for (const way of ways) {
      if (isWhole(match)) break;
      const tried = fields.map(way);
      match = tried.reduce(stronger, match);
      const rival = isWhole(match) && tried.find((each) => isRival(each, match));
      if (rival) return { why: 'fields', names: [match.field.name, rival.field.name] };
    }
    return best(match) > 0 ? placed(set, match) : this.#byOrder(set);
  }

  #byText(field: VectorField): Match {
    const { passages, questions } = this.#sides;
    const own = field.values.map(normaliseText);
    const whole = { field, passages: taken(own, passages), questions: taken(own, questions), areParts: false };
    if (best(whole) * 2 > own.length) return whole;
    const places = own.map(() => new Set<number>());
    eachContained(own, passages.texts().wholes, (row, doc) => void places[row]!.add(doc));
    const parts = places.map((docs) => (docs.size === 1 ? passages.ids[[...docs][0]!]! : null));
    return { field, passages: parts, questions: [], areParts: true };
  }

  #byOrder(set: ImportedVectors): readonly MatchedRows[] | UnfitVectors {
    const { passages, questions } = this.#sides;
    const [docs, queries] = [passages.ids.length, questions.ids.length];
    const rows = rowCount(set.values, set.dimensions);
    const ids = set.fields.find(({ name, values }) => new Set(values).size === rows && (rows > 1 || /id$/i.test(name)));
    if (ids) return { why: 'unknown-ids', first: ids.values[0]!, doc: passages.ids[0]!, query: questions.ids[0] ?? '' };
    if (rows !== docs && rows !== queries) return { why: 'counts', rows, docs, queries };
    const role = docs !== queries ? (rows === docs ? 'passages' : 'questions') : roleNamed(set.file);
    if (!role) return { why: 'either', rows };
    const { ids: all, known } = this.#sides[role];
    const isOther = all.some((id, row) => id !== `${row}`) && all.every((_, row) => known.has(`${row}`));
    if (set.index !== undefined && isOther) return { why: 'fields', names: [set.index] };
    return [{ set, role, rows: all.map((_, row) => row), ids: all, by: null, unknown: [], areParts: false }];
  }

  /** Of rows whose text beside them is not that of what their id names. */
  differing({ set, role, rows, ids, by }: MatchedRows): string[] {
    const isOwn = (name: string): boolean => TEXT.test(name) && (roleNamed(name) ?? role) === role;
    const field = set.fields.find((each) => each !== by && isOwn(each.name) && isLong(each));
    if (!field) return [];
    const { wholes, bodies, ids: ours } = this.#sides[role].texts();
    if (wholes.length === 0) return [];
    const positions = new Map(ours.map((id, i) => [id, i]));
    return ids.filter((id, i) => {
      const own = normaliseText(field.values[rows[i]!]!);
      const at = positions.get(id)!;
      return own !== '' && !wholes[at]!.includes(own) && !own.endsWith(bodies[at]!);
    });
  }
}

function placed(set: ImportedVectors, match: Match): readonly MatchedRows[] | UnfitVectors {
  const { field, passages, questions } = match;
  const all = field.values.map((_, row) => row);
  const of = (role: VectorSide, except: Ids = []): MatchedRows => {
    const among = all.filter((row) => (except[row] ?? null) === null);
    const rows = among.filter((row) => match[role][row] !== null);
    const unknown = among.filter((row) => match[role][row] === null).map((row) => field.values[row]!);
    const areParts = role === 'passages' && (match.areParts || hasParts(set, field));
    return { set, role, rows, ids: rows.map((row) => match[role][row]!), by: field, unknown, areParts };
  };
  const [inDocs, inQueries] = [found(passages), found(questions)];
  const areApart = all.every((row) => (passages[row] ?? null) === null || (questions[row] ?? null) === null);
  if (areApart && inDocs > 0 && inQueries > 0) return [of('passages', questions), of('questions', passages)];
  if (inDocs !== inQueries) return [of(inDocs > inQueries ? 'passages' : 'questions')];
  const role = roleNamed(set.file) ?? roleNamed(field.name);
  return role ? [of(role)] : { why: 'both-ids' };
}

function roleNamed(name: string): VectorSide | null {
  const named = (Object.keys(ROLES) as VectorSide[]).filter((role) => ROLES[role].test(baseName(name)));
  return named.length === 1 ? named[0]! : null;
}

const documentOf = (id: string): string => placeOf(id as DocId)?.doc ?? NUMBERED.exec(id)?.[1] ?? '';

/** What a person gave a store (`payload.id`, `metadata.source`) says more than the store's own id. */
const rankOf = (name: string): number =>
  OWN_ID.test(name) ? 0 : 3 - Number(/id$/i.test(name)) - Number(name.includes('.'));

const LONG = 16;
const isLong = ({ values }: VectorField): boolean =>
  values.reduce((sum, value) => sum + value.length, 0) > LONG * values.length;

/** The length tells texts where a name does not. */
const isOfTexts = (field: VectorField): boolean => TEXT.test(field.name) || isLong(field);

/** Whether rows of one document say which part of it they are. */
const hasParts = ({ fields }: ImportedVectors, by: VectorField): boolean =>
  fields.some((field) => field !== by && PART.test(field.name) && new Set(field.values).size > 1);

/** Of several with one text each row takes the next. */
function taken(texts: readonly string[], side: Side): Ids {
  const { ids, wholes, bodies } = side.texts();
  const byText = new Map<string, string[]>();
  wholes.forEach((text, i) => append(byText, text, ids[i]!));
  bodies.forEach((text, i) => text !== wholes[i] && append(byText, text, ids[i]!));
  return texts.map((text) => byText.get(text)?.shift() ?? null);
}
