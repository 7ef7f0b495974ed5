import type { Candidate, CheckedCandidate, Checks } from '../candidate';
import { sharesWords } from '../candidate';
import { flawsOf } from './self-contained';
import { contentTerms } from '../content-words';

/** From here on a question that was not made from the words of its passage is taken to give it away. */
const LEAK_THRESHOLD = 0.8;

/**
 * Share of a question's content words (character pairs in Chinese and Japanese) that a passage holds: what word search
 * finds without understanding.
 *
 * @returns 0 to 1; null where the question has no content word
 */
export function leakOf(question: string, passage: string): number | null {
  const asked = contentTerms(question);
  if (asked.size === 0) return null;
  const held = contentTerms(passage);
  return [...asked].filter((term) => held.has(term)).length / asked.size;
}

/** What can be told of a question from its own passage alone. */
export const wordChecks = ({ text, language }: Candidate, passage: string): Pick<Checks, 'leak' | 'flaws'> => ({
  leak: leakOf(text, passage),
  flaws: flawsOf(text, language),
});

export interface CheckRules {
  /** From this share of words on a question leaks; null lets all pass. */
  readonly leak: number | null;
  /** Whether that holds for questions too that share words with the passage by construction: hardly any would be left. */
  readonly leakByConstruction: boolean;
  /** A question with more places elsewhere asks for no place in particular. */
  readonly mostElsewhere: number;
}

export const DEFAULT_RULES: CheckRules = { leak: LEAK_THRESHOLD, leakByConstruction: false, mostElsewhere: 3 };

export type Failing = 'leak' | 'self-contained' | 'elsewhere';

/** The checks that a question fails, by which it is dropped at first; the person has the last word. */
export function failingChecks({ origin, checks }: CheckedCandidate, rules: CheckRules): Failing[] {
  const failing: Failing[] = [];
  const isHeld = rules.leakByConstruction || !sharesWords(origin);
  if (isHeld && rules.leak !== null && checks.leak !== null && checks.leak >= rules.leak) failing.push('leak');
  if (checks.flaws.length > 0) failing.push('self-contained');
  if (checks.elsewhere.length > rules.mostElsewhere) failing.push('elsewhere');
  return failing;
}
