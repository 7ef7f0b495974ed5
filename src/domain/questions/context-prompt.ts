import { filled } from './model-prompt';

export interface ContextPassage {
  /** Empty where there is none. */
  readonly title: string;
  readonly text: string;
}

/**
 * Prompt for an answer from the retrieved passages alone, after the second article. Has `{context}` and `{question}`.
 */
export const DEFAULT_CONTEXT_PROMPT = `Answer the question below. Use only what the numbered passages say, and nothing else that you know.

- If the passages do not hold the answer, say so in one sentence, and do not guess.
- Name the passages that the answer comes from by their numbers, as [1].
- Answer in the language of the question, and briefly.

Passages:

{context}

Question: {question}

Answer:`;

export const missingPlaces = (template: string): string[] =>
  ['{context}', '{question}'].filter((place) => !template.includes(place));

/** The passages as one text, numbered from 1 in the order of the list, with their titles. */
export const contextOf = (passages: readonly ContextPassage[]): string =>
  passages
    .map(({ title, text }, i) => `[${i + 1}]${title.trim() === '' ? '' : ` ${title.trim()}`}\n${text.trim()}`)
    .join('\n\n');

export const contextPrompt = (
  template: string,
  { question, passages }: { readonly question: string; readonly passages: readonly ContextPassage[] },
): string => filled(template, { context: contextOf(passages), question: question.trim() });

const WIDE = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]/gu;
const CHARACTERS_A_TOKEN = 4;

/** Roughly: a token for each Chinese, Japanese or Korean character and per four others. Models differ by a third. */
export function roughTokens(text: string): number {
  const wide = text.match(WIDE)?.length ?? 0;
  return wide + Math.ceil((text.length - wide) / CHARACTERS_A_TOKEN);
}
