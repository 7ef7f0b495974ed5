import type { QuestionOrigin, QuestionSplit } from '../../../base/types';
import type { Rescored } from '../../../workbench/inspect/rescored';
import { count, counted, list, plural } from '../format';

export const ORIGIN_TEXTS: Readonly<Record<QuestionOrigin, { readonly label: string; readonly note: string }>> = {
  written: { label: 'Written by hand', note: 'As a person asked them.' },
  imported: { label: 'Imported', note: 'From a file of questions.' },
  keywords: {
    label: 'Keyword queries',
    note: 'Some names of a passage, without the rarest, and one of passages like it, as a search is typed.',
  },
  relation: {
    label: 'Natural questions',
    note: 'Ask what names of a passage have to do with each other, without the rarest.',
  },
  reworded: {
    label: 'In other words',
    note: 'The same, where names of passages like it take the place of some. They share the fewest words, and are the hardest.',
  },
  several: {
    label: 'For several passages',
    note: 'Ask about names that passages like it have too; each of them counts as right.',
  },
  heading: {
    label: 'Headings',
    note: 'Ask for the section under a heading. The heading is in the passage: they favour word search.',
  },
  definition: {
    label: 'Definitions',
    note: 'Ask what a term is, where a sentence defines it. The term is in the passage; people do ask such questions.',
  },
  phrase: {
    label: 'Salient phrases',
    note: 'Ask about a phrase that no other document has. They find a passage by its rarest words: they favour word search.',
  },
  cloze: {
    label: 'Cloze',
    note: 'A sentence with its most informative word left out. They favour BM25: all other words are those of the passage.',
  },
  title: {
    label: 'Titles',
    note: 'Ask for a document by its title. They show whether documents are found, not whether passages are.',
  },
  model: {
    label: 'By a language model',
    note: 'A model read the passage and asked. Its questions are fluent, easy, and share more words with the passage than people’s questions do.',
  },
};

/** How hard a question is for word search, by the passages that hold as many of its words as its own. */
export function difficultyText(distractors: number): string {
  if (distractors === 0) return 'easy: no other passage has as many of its words';
  const hardness = distractors < HARD ? 'medium' : 'hard';
  return `${hardness}: ${counted(distractors, 'other passage')} ${plural(distractors, 'has', 'have')} as many of its words`;
}

const HARD = 5;

export const looksText = (looks: number): string =>
  looks === 1 ? 'This is the first look at the test questions' : `The test questions were looked at ${looks} times`;

export function splitCountsText(counts: Readonly<Record<QuestionSplit | 'none', number>>): string {
  const parts = (['train', 'development', 'test'] as const).flatMap((split) =>
    counts[split] > 0 ? [`${counts[split]} ${split}`] : [],
  );
  if (counts.none > 0) parts.push(`${counts.none} in no split`);
  return parts.join(' · ');
}

export const inSplit = (split: QuestionSplit, questions: number): string =>
  `${split}: ${counted(questions, 'question')}`;

export const tuningText = (test: number): string =>
  `Run and tune systems on the development questions. The ${counted(test, 'test question')} ${plural(test, 'says', 'say')} at the end how good the choice is.`;

export function rescoredText({ result, cutAt, lostMeasures, unjudged, notRun }: Rescored): string {
  if (!result)
    return 'With the current judgments, no question or measure of this run is left. These are the figures of the run.';
  return [
    'Scored with the current judgments.',
    ...(lostMeasures.length > 0
      ? [`Without ${list(lostMeasures)}${cutAt === null ? '' : `: only the first ${count(cutAt)} passages are kept`}.`]
      : []),
    ...(unjudged.length > 0 ? [`${counted(unjudged.length, 'question')} no longer judged.`] : []),
    ...(notRun.length > 0 ? [`${counted(notRun.length, 'judged question')} not in this run.`] : []),
  ].join(' ');
}
