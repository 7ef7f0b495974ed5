import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashText } from '../../src/base/hash';
import type { CheckedCandidate } from '../../src/domain/questions/candidate';
import { shuffled } from '../../src/domain/questions/generate/select';
import type { StudyCollection } from './collections';
import { madeQuestions } from './made';

/** Questions that a person reads, by language. */
const SIZE = 60;
const SEED = 7;

/** The marks of one reading: by {@link keyOf} the text, 1 for well formed and 0 for not. The texts are other people's. */
const MARKS = join(import.meta.dirname, 'marks.json');

type Marks = Readonly<Record<string, Readonly<Record<string, 0 | 1>>>>;

export const keyOf = (text: string): string => hashText(text).slice(0, 10);

/** 60 of the questions of a language, the same number of each of its collections. */
export function drawnSample(
  collections: readonly StudyCollection[],
  language: string,
): { readonly collection: string; readonly candidate: CheckedCandidate }[] {
  const own = collections.filter((each) => each.language === language);
  return own.flatMap((collection) =>
    shuffled(madeQuestions(collection, 'mix'), SEED)
      .slice(0, SIZE / own.length)
      .map((candidate) => ({ collection: collection.name, candidate })),
  );
}

/** The share of well-formed questions of each language that was read. `stale` are those of today without a mark. */
export function wellFormed(collections: readonly StudyCollection[]) {
  const marks = existsSync(MARKS) ? (JSON.parse(readFileSync(MARKS, 'utf8')) as Marks) : {};
  return Object.entries(marks).map(([language, own]) => {
    const today = drawnSample(collections, language).map(({ candidate }) => own[keyOf(candidate.text)]);
    const known = today.filter((mark) => mark !== undefined);
    const share = known.reduce<number>((sum, mark) => sum + mark, 0) / known.length;
    return { language, marked: known.length, share, stale: today.length - known.length };
  });
}
