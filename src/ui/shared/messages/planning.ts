import { effortOf, type EffortInput, type Range } from '../../../domain/planning/effort';
import { MAX_PLANNED } from '../../../domain/planning/read-always';
import { outlookOf } from '../../../domain/planning/question-set';
import type { Prediction } from '../../../domain/planning/types';
import { count, counted, fixed, roughly } from '../format';
import { marginText } from './verdict-badges';

/** `about 850 questions (690 to 1,100)`. */
export const predictedQuestions = ({ questions, range }: Prediction): string =>
  Number.isFinite(questions)
    ? `about ${count(rounded(questions))} questions (${between(range)})`
    : `more than ${count(MAX_PLANNED)} questions`;

export function effortTexts(prediction: Prediction, input: EffortInput): string[] {
  const { toWrite, hours } = effortOf(prediction, input);
  const { existing, milliseconds, judgmentsPerQuestion } = input;
  const have = `your ${counted(existing, 'question')}`;
  const texts = [
    !Number.isFinite(toWrite.expected)
      ? `That is far more than ${have}.`
      : toWrite.expected > 0
        ? `That is more than ${have}: write about ${count(rounded(toWrite.expected))} more.`
        : toWrite.high > 0
          ? `${capital(have)} are probably enough.`
          : `${capital(have)} are enough.`,
  ];
  if (hours && hours.high > 0 && Number.isFinite(hours.expected))
    texts.push(
      `Judging takes about ${hoursText(hours)} more at your pace, ${roughly(milliseconds! / 1000)} a judgment and ${count(judgmentsPerQuestion!)} a question.`,
    );
  return texts;
}

const hoursText = ({ expected, low, high }: Range): string => {
  const text = (hours: number): string => (Number.isFinite(hours) ? oneDigit(hours) : 'many');
  return `${text(expected)} h (${text(low)} to ${text(high)} h)`;
};

const oneDigit = (hours: number): string => (hours < 9.95 ? fixed(hours, 1) : count(hours));

const between = ([low, high]: readonly [number, number]): string =>
  `${count(rounded(low))} to ${Number.isFinite(high) ? count(rounded(high)) : `more than ${count(MAX_PLANNED)}`}`;

/** Two figures: more would claim what a prediction does not know. */
const rounded = (value: number): number => Number(value.toPrecision(2));

const capital = (text: string): string => text[0]!.toUpperCase() + text.slice(1);

export interface ReviewedSet {
  readonly questions: number;
  /** Of those that would be added: such that no other passage holds as much of their words, and all that were checked. */
  readonly easy: number;
  readonly checked: number;
  readonly margin: number;
}

/** What a set of questions could show, while it is made; a sentence each. */
export function outlookTexts({ questions, easy, checked, margin }: ReviewedSet): string[] {
  const { detectable, further } = outlookOf(questions, margin);
  const texts: string[] = [];
  if (questions > 0)
    texts.push(
      `With ${counted(questions, 'question')}, differences from about ${marginText(Number(detectable.toPrecision(2)))} nDCG@10 can be seen, if these systems vary as others do.`,
    );
  if (questions > 0 && further > 0)
    texts.push(
      `Such questions cannot show a difference of ${marginText(margin)}: that takes about ${count(rounded(further))} more.`,
    );
  if (checked > 0 && easy > MANY_EASY * checked)
    texts.push(
      `${count(easy)} of ${count(checked)} are easy: no other passage has as many of their words. Most systems will find them all, so that they cannot separate systems.`,
    );
  return texts;
}

/** Of questions that word search finds, more leave little room below the ceiling. */
const MANY_EASY = 0.8;
