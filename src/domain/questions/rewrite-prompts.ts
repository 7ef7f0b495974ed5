import { hashText } from '../../base/hash';
import { filled, withoutThinking } from './model-prompt';

/** What a language model writes for a question: other wordings of it, or a passage that might answer it. */
export type WrittenKind = 'rewrites' | 'hyde';

/** How rewrites are asked for. A template has `{question}`, and that of rewrites may have `{count}`. */
export interface WritingPrompt {
  readonly kind: WrittenKind;
  readonly template: string;
  /** Rewrites of each question; 1 for a passage. */
  readonly count: number;
}

/** Other wordings of a question, searched and fused: multi-query retrieval, as in RAG-Fusion (Rackauckas 2024). */
const REWRITES = `Below is a question that someone asks a search engine.

<question>
{question}
</question>

Write {count} that look for the same answer, in the language of the question. Use other words and another order, and say what the question leaves unsaid.

- Each must be clear without the others.
- Do not answer the question.

Reply with a JSON list of texts and nothing else: ["…", "…"]`;

/** A passage that might answer, searched instead of the question: HyDE (Gao et al., 2022). */
const PASSAGE = `Below is a question that someone asks a search engine.

<question>
{question}
</question>

Write a short passage that answers the question, as a document would have it, in the language of the question. Where you do not know the answer, write what such a passage would probably say.

Reply with three to five sentences and nothing else.`;

export const DEFAULT_WRITING: Readonly<Record<WrittenKind, WritingPrompt>> = {
  rewrites: { kind: 'rewrites', template: REWRITES, count: 3 },
  hyde: { kind: 'hyde', template: PASSAGE, count: 1 },
};

/** Rewrites of one question at most: each is a search. */
export const MAX_REWRITES = 10;

/** What a prompt lacks; null where it can be filled in. */
export function writingProblem({ template, count }: WritingPrompt): 'question' | 'count' | null {
  if (!template.includes('{question}')) return 'question';
  return Number.isInteger(count) && count >= 1 && count <= MAX_REWRITES ? null : 'count';
}

export const writingPrompt = ({ template, count }: WritingPrompt, question: string): string =>
  filled(template, { question: question.trim(), count: `${count} other question${count === 1 ? '' : 's'}` });

/** Enough to tell two prompts apart in the name of what was written by them. */
const PROMPT_KEY_LENGTH = 6;

/** A name that says what was written, by which model, and by which prompt. It has no slash, so that it is no path. */
export function writtenName({ kind, template, count }: WritingPrompt, model: string): string {
  const what = kind === 'hyde' ? 'HyDE passages' : `${count} rewrite${count === 1 ? '' : 's'}`;
  const prompt = hashText(template).slice(0, PROMPT_KEY_LENGTH);
  return `${what} by ${model.split('/').at(-1)!}, prompt ${prompt}`;
}

/**
 * Texts of a reply, each once, without the question itself; none where unreadable. At most `count`, since a model that
 * miscounts would search more than was asked for.
 */
export function readWritten({ kind, count }: WritingPrompt, question: string, reply: string): string[] {
  const said = withoutThinking(reply);
  if (kind === 'hyde') return [unwrapped(said)].filter((text) => text !== '');
  const texts = (listIn(said) ?? linesOf(said)).map((text) => text.trim());
  const asked = question.trim();
  return [...new Set(texts)].filter((text) => text !== '' && text !== asked).slice(0, count);
}

/** The first JSON list of texts, also within prose or a fence. */
function listIn(reply: string): string[] | null {
  const [start, end] = [reply.indexOf('['), reply.lastIndexOf(']')];
  if (start < 0 || end <= start) return null;
  try {
    const list = JSON.parse(reply.slice(start, end + 1)) as unknown[];
    const texts = list.filter((each) => typeof each === 'string');
    return texts.length > 0 ? texts : null;
  } catch {
    // A reply in prose may have brackets too.
    return null;
  }
}

const MARKED = /^\s*(?:\d{1,3}\s*[.)、:：]|[-*•・])\s*/;

/** Numbered or dashed lines, or lines that end with a question mark. */
const linesOf = (reply: string): string[] =>
  reply
    .split('\n')
    .filter((line) => MARKED.test(line) || /[?？]["”」]?\s*$/.test(line))
    .map((line) => line.replace(MARKED, '').replace(/^["“「]+|["”」]+\s*$/g, ''));

/** A passage without a fence, a heading like “Passage:”, or quotation marks around it. */
function unwrapped(reply: string): string {
  const text = reply
    .trim()
    .replace(/^```\w*\n?|\n?```$/g, '')
    .replace(/^\**(?:passage|answer)\**\s*[:：]\**\s*/i, '')
    .trim();
  return /^(["“「]).*(["”」])$/s.test(text) ? text.slice(1, -1).trim() : text;
}
