import { effortOf, type EffortInput, type Range } from '../../../domain/planning/effort';
import { MAX_PLANNED } from '../../../domain/planning/read-always';
import type { Prediction } from '../../../domain/planning/types';
import { count, counted, fixed, roughly } from '../format';

/** `about 850 questions (690 to 1,100)`. */
export const predictedQuestions = ({ questions, range }: Prediction): string =>
  Number.isFinite(questions)
    ? `about ${count(rounded(questions))} questions (${between(range)})`
    : `more than ${count(MAX_PLANNED)} questions`;

/** What to do about a prediction: questions to write, and hours of judging; a sentence each. */
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
