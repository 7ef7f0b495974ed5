import { measureTexts } from '../shared/messages/measures';
import { dataTerms } from './terms/data-terms';
import { resultTerms } from './terms/result-terms';
import { statisticsTerms } from './terms/statistics-terms';
import { systemTerms } from './terms/system-terms';
import type { TermText } from './terms/term-text';

const GROUPS = {
  'Documents, questions, judgments': dataTerms,
  Systems: systemTerms,
  'Runs and results': resultTerms,
  Statistics: statisticsTerms,
} as const;

type MeasureTermId = keyof typeof measureTexts;

export type TermId =
  | keyof typeof dataTerms
  | keyof typeof systemTerms
  | keyof typeof resultTerms
  | keyof typeof statisticsTerms
  | MeasureTermId;

export interface GlossaryEntry extends TermText {
  readonly id: TermId;
  readonly group: string;
}

export const MEASURES = 'Measures';

const terms = Object.entries(GROUPS).flatMap(([group, texts]) =>
  Object.entries(texts).map(([id, text]: [string, TermText]): GlossaryEntry => ({ ...text, id: id as TermId, group })),
);

const measures = Object.entries(measureTexts).map(
  ([id, { label, summary, formula, rewards, avoid }]): GlossaryEntry => {
    // A name that differs from the label is how the measure is written.
    const also = id === label ? [] : [id];
    return { id: id as MeasureTermId, group: MEASURES, name: label, also, what: summary, formula, use: rewards, avoid };
  },
);

export const glossary: readonly GlossaryEntry[] = [...Object.keys(GROUPS), MEASURES].flatMap((group) =>
  [...terms, ...measures]
    .filter((entry) => entry.group === group)
    .sort((a, b) => a.name.localeCompare(b.name, 'en', { sensitivity: 'base' })),
);

const byId = new Map(glossary.map((entry) => [entry.id, entry]));

export const entryOf = (id: TermId): GlossaryEntry => byId.get(id)!;

/** Entries that a related term names; unit tests see to it that each exists. */
export const relatedTo = ({ see = [] }: GlossaryEntry): readonly GlossaryEntry[] =>
  see.map((id) => entryOf(id as TermId));

/** Entries that have all typed words at the start of words, those found by name first. */
export function searchGlossary(typed: string): readonly GlossaryEntry[] {
  const words = plain(typed).split(' ').filter(Boolean);
  if (words.length === 0) return glossary;
  const found = (text: string): boolean => words.every((word) => ` ${plain(text)}`.includes(` ${word}`));
  const names = ({ id, name, also = [] }: GlossaryEntry): string => [id, name, ...also].join(' ');
  const byName = glossary.filter((entry) => found(names(entry)));
  const byText = glossary.filter((entry) => !byName.includes(entry) && found(`${names(entry)} ${entry.what}`));
  return [...byName, ...byText];
}

/** Letters and digits in small letters, with single blanks between; subscripts as digits. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
