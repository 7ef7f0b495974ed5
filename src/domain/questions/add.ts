import {
  type Doc,
  type DocId,
  type Judgment,
  type Need,
  type Place,
  type Query,
  queryId,
  type QueryId,
  type QuestionOrigin,
  type Requirement,
  type Dataset,
} from '../../base/types';
import { foldNeeds } from '../judging/acts';
import { judgedKey, type JudgedPlace, placeKey, type Places } from '../judging/places';

export interface NewQuestion extends Omit<Query, 'id' | 'origin' | 'excluded'> {
  readonly origin: QuestionOrigin;
  readonly id?: string;
  /** What an answer needs; all places are judged relevant. None: the question is not judged. */
  readonly needs: readonly Need[];
}

export type QuestionSet = Omit<Dataset, 'docs'>;

export interface Added<T extends QuestionSet> {
  readonly questions: T;
  readonly added: readonly QueryId[];
  /** Texts that a question has already, or that were given twice: left out. */
  readonly there: readonly string[];
}

/** The same question to a reader: case, width of characters, white space and end marks do not tell them apart. */
export const questionKey = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/[\s?？.。!]+$/u, '')
    .trim();

const keysOf = new WeakMap<readonly string[], readonly string[]>();

/** Keys of a list of texts that is not changed: a log has many queries, and each use of them asks again. */
export function questionKeys(texts: readonly string[]): readonly string[] {
  const keys = keysOf.get(texts) ?? texts.map(questionKey);
  keysOf.set(texts, keys);
  return keys;
}

/** Texts whose keys take a few milliseconds. */
const KEYS_AT_ONCE = 2000;

/** Has {@link questionKeys} ready for a long list, with a pause after each part of it. */
export async function prepareQuestionKeys(texts: readonly string[], pause: () => Promise<void>): Promise<void> {
  const keys: string[] = [];
  for (let at = 0; at < texts.length; at += KEYS_AT_ONCE) {
    for (const text of texts.slice(at, at + KEYS_AT_ONCE)) keys.push(questionKey(text));
    await pause();
  }
  keysOf.set(texts, keys);
}

/** A whole-document place is judged as the document. Needs are kept if they say more than judgments. */
export function addQuestions<T extends QuestionSet>(
  before: T,
  questions: readonly NewQuestion[],
  docs: readonly Pick<Doc, 'id' | 'text'>[],
): Added<T> {
  const texts = new Set(before.queries.map(({ text }) => questionKey(text)));
  const ids = new Set<string>(before.queries.map(({ id }) => id));
  const lengths = new Map(docs.map(({ id, text }) => [id, text]));
  const there: string[] = [];
  const queries: Query[] = [];
  const judgments: Judgment[] = [];
  const requirements: Requirement[] = [];
  for (const { text: written, origin, model, id: wanted, answer, split, unanswerable, needs } of questions) {
    const text = written.trim();
    if (texts.has(questionKey(text))) {
      there.push(text);
      continue;
    }
    texts.add(questionKey(text));
    const id = freeId(ids, origin, wanted);
    ids.add(id);
    queries.push({
      id,
      text,
      origin,
      ...(model !== undefined && { model }),
      ...(answer !== undefined && { answer }),
      ...(split && { split }),
      ...(unanswerable && needs.length === 0 && { unanswerable }),
    });
    judgments.push(...judgmentsOf(id, needs, lengths));
    if (needs.some(saysMore)) requirements.push({ query: id, needs });
  }
  const all = [...(before.requirements ?? []), ...requirements];
  return {
    questions: {
      ...before,
      queries: [...before.queries, ...queries],
      judgments: [...before.judgments, ...judgments],
      ...(all.length > 0 && { requirements: all }),
    },
    added: queries.map(({ id }) => id),
    there,
  };
}

const saysMore = ({ docs, places, text }: Need): boolean =>
  text !== undefined || docs.length === 0 || (places ?? docs).length > 1;

export function freeId(taken: ReadonlySet<string>, origin: QuestionOrigin, wanted?: string): QueryId {
  if (wanted !== undefined && wanted !== '' && !taken.has(wanted)) return queryId(wanted);
  let n = 1;
  while (taken.has(`${origin}-${n}`)) n++;
  return queryId(`${origin}-${n}`);
}

/** Each place once, with grade 1. */
function judgmentsOf(query: QueryId, needs: readonly Need[], texts: ReadonlyMap<DocId, string>): Judgment[] {
  const judged = new Map<string, Judgment>();
  for (const { docs, places } of needs) {
    const own: readonly (Place | DocId)[] = places ?? docs;
    for (const place of own) {
      const judgment = judgmentOf(query, place, texts);
      judged.set(JSON.stringify([judgment.doc, judgment.span]), judgment);
    }
  }
  return [...judged.values()];
}

function judgmentOf(query: QueryId, place: Place | DocId, texts: ReadonlyMap<DocId, string>): Judgment {
  if (typeof place === 'string') return { query, doc: place, grade: 1 };
  const { doc, start, end } = place;
  const text = texts.get(doc) ?? '';
  const isWhole = text.slice(0, start).trim() === '' && text.slice(end).trim() === '';
  return { query, doc, grade: 1, ...(!isWhole && { span: { start, end } }) };
}

/** A question that was made here with the places elsewhere that the person lets count: one need, met at any of them. */
export function needOf(place: Place, alternatives: readonly Place[]): Need {
  const places = [place, ...alternatives];
  return { docs: [...new Set(places.map(({ doc }) => doc))], places };
}

export interface GradedPlace {
  readonly at: Place | DocId;
  readonly grade: number | null;
}

export interface JudgedQuestion {
  readonly text: string;
  readonly answer: string;
  readonly judged: readonly GradedPlace[];
}

/** Adds a question, or judgments to an existing one: same places are replaced. Needs change as in judging. */
export function addJudged<T extends QuestionSet>(before: T, question: JudgedQuestion, places: Places) {
  const key = questionKey(question.text);
  const known = before.queries.find(({ text }) => questionKey(text) === key);
  const id = known?.id ?? freeId(new Set(before.queries.map((query) => query.id)), 'written');
  const graded = question.judged.map(({ at, grade }) => ({ query: id, ...placed(at), grade }));
  const judgments = graded.flatMap(({ query, doc, span, grade }): Judgment[] =>
    grade === null ? [] : [{ query, doc, grade, ...(span ? { span } : {}) }],
  );
  const changed = new Set(graded.map(placeKey));
  const kept = before.judgments.filter((each) => each.query !== id || !changed.has(judgedKey(each)));
  const answer = question.answer.trim();
  const queries = known
    ? before.queries.map((query) => (query === known && answer !== '' ? { ...query, answer } : query))
    : [...before.queries, written(id, question.text, answer)];
  const { requirements, ...others } = before;
  const needs = foldNeeds(requirements ?? [], graded, places);
  return {
    // The rest of T is as it was.
    questions: {
      ...others,
      queries,
      judgments: [...kept, ...judgments],
      ...(needs.length > 0 && { requirements: needs }),
    } as unknown as T,
    id,
    /** False where the collection had the question, which then has the judgments too. */
    isNew: known === undefined,
  };
}

const written = (id: QueryId, text: string, answer: string): Query => ({
  id,
  text: text.trim(),
  origin: 'written',
  ...(answer !== '' && { answer }),
});

const placed = (at: Place | DocId): JudgedPlace =>
  typeof at === 'string' ? { doc: at, span: null } : { doc: at.doc, span: { start: at.start, end: at.end } };
