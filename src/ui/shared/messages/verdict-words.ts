import type { PairedTest } from '../../../domain/verdict/types';
import { count, intervalWords, MISSING } from '../format';

/** How systems are called, and what they are made of. */
export interface VerdictNames {
  readonly name: (id: string) => string;
  readonly isHybrid: (id: string) => boolean;
  readonly isReranked: (id: string) => boolean;
}

const NUMBERS = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];
export const inWords = (number: number): string => NUMBERS[number] ?? count(number);

export const NAMED_AT_ONCE = 2;

/** The smallest difference that matters: `.02`. */
export const marginText = (margin: number): string => String(Number(margin.toPrecision(3))).replace(/^0\./, '.');

/** `95 % interval +.054 to +.116; p < .001, paired randomisation test, Holm-corrected for 5 comparisons` */
export function testText({ interval, holm, comparisons, anytime }: PairedTest): string {
  if (anytime) return anytimeText(interval, comparisons);
  const range = interval ? `95 % interval ${intervalWords(interval)}` : 'no interval';
  const corrected = comparisons > 1 ? `, Holm-corrected for ${count(comparisons)} comparisons` : '';
  return `${range}; ${pText(holm)}, paired randomisation test${corrected}`;
}

/** `95 % confidence sequence +.054 to +.116, corrected for 5 comparisons; it holds at every look` */
function anytimeText(interval: PairedTest['interval'], comparisons: number): string {
  const range = interval ? `95 % confidence sequence ${intervalWords(interval)}` : 'no interval';
  const corrected = comparisons > 1 ? `, corrected for ${count(comparisons)} comparisons` : '';
  return `${range}${corrected}; it holds at every look`;
}

/** With two figures: `p = .0015`. */
function pText(p: number | null): string {
  if (p === null) return `p ${MISSING}`;
  if (p < 0.001) return 'p < .001';
  return `p = ${p.toPrecision(2).replace(/^0\./, '.')}`;
}
