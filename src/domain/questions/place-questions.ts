import type { Doc, DocId, Need } from '../../base/types';
import { isOfItsOwn, locateAll, type Located, WIDE } from '../documents/locate';
import type { NewQuestion } from './add';
import type { GivenQuestion, GivenTruth } from './import-questions';

export interface PlacedTruth extends GivenTruth {
  readonly found: Located | null;
}

export interface PlacedQuestion extends Omit<GivenQuestion, 'truths'> {
  readonly truths: readonly PlacedTruth[];
  /** Documents that its sources name. */
  readonly documents: readonly DocId[];
}

/** A text that stands in more places says nothing of any, until a person or the document decides. */
const MAX_PLACES = 3;

export function placeQuestions(questions: readonly GivenQuestion[], docs: readonly Doc[]): PlacedQuestion[] {
  const texts = [...new Set(questions.flatMap(({ truths }) => truths.map(({ text }) => text)))];
  const located = locateAll(texts, docs);
  const byText = new Map(texts.map((text, i) => [text, located[i]!]));
  const documentOf = documentFinder(docs);
  const bodies = new Map(docs.map(({ id, text }) => [id, text]));
  return questions.map((question) => {
    const documents = [...new Set(question.sources.flatMap((name) => documentOf(name) ?? []))];
    const truths = question.truths.map((truth) => ({
      ...truth,
      found: within(byText.get(truth.text) ?? null, documents, truth.isAnswer ? bodies : null),
    }));
    return { ...question, truths, documents };
  });
}

/** The places in the documents that a question names, where it names any; those of answers are words of their own. */
function within(found: Located | null, documents: readonly DocId[], answered: ReadonlyMap<DocId, string> | null) {
  if (!found) return null;
  const matches = found.matches.filter(
    (place) =>
      (documents.length === 0 || documents.includes(place.doc)) &&
      (answered === null || isOfItsOwn(answered.get(place.doc)!, place)),
  );
  return matches.length > 0 ? { ...found, matches } : null;
}

/**
 * Documents by their ids, else by the end of their paths; a name without extension by the path without it. The folders of a
 * name count where the document has some. A name of several is none.
 */
function documentFinder(docs: readonly Pick<Doc, 'id'>[]): (name: string) => DocId | null {
  const known = new Map<string, DocId | null>();
  const add = (name: string, id: DocId): void => void known.set(name, (known.get(name) ?? id) === id ? id : null);
  const wholes = new Map(docs.map(({ id }) => [plainPath(id), id]));
  for (const { id } of docs)
    for (const end of endsOf(plainPath(id))) {
      add(end, id);
      add(withoutExtension(end), id);
    }
  const ids = new Map<string, DocId>(docs.map(({ id }) => [id, id]));
  return (name) => {
    const plain = plainPath(name);
    const longer = endsOf(plain).flatMap((end) => wholes.get(end) ?? []);
    return ids.get(name) ?? known.get(plain) ?? longer[0] ?? null;
  };
}

const plainPath = (path: string): string => path.normalize('NFC').toLowerCase().replaceAll('\\', '/');
const withoutExtension = (path: string): string => path.replace(/\.[^./]+$/, '');
const endsOf = (path: string): string[] => path.split('/').map((_, i, parts) => parts.slice(i).join('/'));

export interface ImportDecisions {
  /** Texts of {@link PlacedTruth} whose fuzzy match is right, or that count at all of their many places. */
  readonly confirmed: ReadonlySet<string>;
  /** Whether a text that was not found is a need that nothing meets; it is left out otherwise. */
  readonly keepUnmet: boolean;
}

/** An answer with fewer letters, as *yes*, stands in a text by chance. */
const MIN_LETTERS = 4;

const lettersIn = (text: string): number => text.length + (text.match(WIDE)?.length ?? 0);

/** Whether it counts only where a person says so. */
export const isDoubtful = ({ found, text, isAnswer }: PlacedTruth): boolean =>
  found !== null &&
  (found.how === 'fuzzy' || found.matches.length > MAX_PLACES || (!!isAnswer && lettersIn(text) < MIN_LETTERS));

const isPlaced = (truth: PlacedTruth, { confirmed }: ImportDecisions): boolean =>
  truth.found !== null && (!isDoubtful(truth) || confirmed.has(truth.text));

export const importedQuestions = (questions: readonly PlacedQuestion[], decisions: ImportDecisions): NewQuestion[] =>
  questions.map((question) => {
    const { text, id, answer, split, unanswerable } = question;
    return {
      text,
      origin: 'imported',
      ...(id !== null && { id }),
      ...(answer !== null && { answer }),
      ...(split !== null && { split }),
      ...(unanswerable && { unanswerable }),
      needs: needsOf(question, decisions),
    };
  });

/** Of the texts; where none of them counts, any of the documents that the question names. */
function needsOf({ truths, documents }: PlacedQuestion, decisions: ImportDecisions): Need[] {
  const needs = truths.flatMap((truth): Need[] => {
    if (isPlaced(truth, decisions)) {
      const places = truth.found!.matches;
      return [{ docs: [...new Set(places.map(({ doc }) => doc))], places, text: truth.text }];
    }
    return decisions.keepUnmet && !truth.isAnswer && documents.length === 0 ? [{ docs: [], text: truth.text }] : [];
  });
  return needs.length === 0 && documents.length > 0 ? [{ docs: documents }] : needs;
}

const NOBODY: ImportDecisions = { confirmed: new Set(), keepUnmet: false };

/** What becomes of questions that nobody looks through. */
export function importCounts(questions: readonly PlacedQuestion[]) {
  const truths = questions.flatMap((question) => question.truths);
  const of = (test: (truth: PlacedTruth) => boolean): number => truths.filter(test).length;
  const judged = questions.filter((question) => needsOf(question, NOBODY).length > 0);
  return {
    questions: questions.length,
    without: questions.length - judged.length,
    /** By the documents that the file names, since no text of theirs counts. */
    byDocument: judged.filter(({ truths: own }) => !own.some((truth) => isPlaced(truth, NOBODY))).length,
    found: of((truth) => isPlaced(truth, NOBODY)),
    nearly: of(({ found }) => found?.how === 'fuzzy'),
    /** Of questions that name no document. */
    ambiguous: questions
      .filter(({ documents }) => documents.length === 0)
      .flatMap((question) => question.truths.filter((truth) => truth.found?.how !== 'fuzzy' && isDoubtful(truth)))
      .length,
    missing: of(({ found, isAnswer }) => found === null && !isAnswer),
    answers: of(({ found, isAnswer }) => found === null && isAnswer === true),
    unknownSources: questions.flatMap(({ sources, documents }) => (documents.length === 0 ? sources : [])),
  };
}

export type ImportCounts = ReturnType<typeof importCounts>;
