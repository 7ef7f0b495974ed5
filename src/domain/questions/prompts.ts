import { hashText } from '../../base/hash';
import { jsonOr } from '../../base/typed-json';

/** For questions that the passage alone answers, after the first article (LlamaIndex). Has `{passage}`, `{count}`. */
export const DEFAULT_PROMPT = `Below is a passage from a document.

<passage>
{passage}
</passage>

Write {count}, in the language of the passage, that someone might ask who looks for this passage and has not seen it. Use only what the passage says, and nothing else that you know.

- The passage must answer each question, and each question must ask for something else.
- A question must be clear without the passage: name what it is about. Do not write "this", "the text" or "according to the passage".
- Where you can, use other words than the passage does.
- One short sentence a question: no choices, no numbering like Q1 in the text of a question.

Reply with a JSON list and nothing else: [{"question": "…", "answer": "…"}]`;

export const isUsablePrompt = (template: string): boolean => template.includes('{passage}');

export const promptFor = (template: string, { passage, count }: { passage: string; count: number }): string =>
  filled(template, { passage: passage.trim(), count: `${count} question${count === 1 ? '' : 's'}` });

/** Fills a template in. What is in the values is never read as a place to fill. */
const filled = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(/\{(\w+)\}/g, (place, name: string) => (Object.hasOwn(values, name) ? values[name]! : place));

export interface RepliedQuestion {
  readonly text: string;
  readonly answer?: string;
}

/** Questions of a reply, each once: JSON, numbered or dashed lines, or lines that end with a question mark. */
export function parseReply(reply: string): RepliedQuestion[] {
  const said = withoutThinking(reply);
  const found = fromJson(said) ?? fromLines(said);
  const texts = new Set<string>();
  return found.filter(({ text }) => text !== '' && !texts.has(text) && texts.add(text));
}

function fromJson(reply: string): RepliedQuestion[] | null {
  for (const [open, close] of [
    ['[', ']'],
    ['{', '}'],
  ] as const) {
    const [start, end] = [reply.indexOf(open), reply.lastIndexOf(close)];
    if (start < 0 || end <= start) continue;
    const found = questionsIn(parsed(reply.slice(start, end + 1)));
    if (found.length > 0) return found;
  }
  return fromBrokenList(reply);
}

function fromBrokenList(reply: string): RepliedQuestion[] | null {
  const start = reply.indexOf('[');
  if (start < 0) return null;
  const ends = ['}', '",', '"'].map((last) => reply.lastIndexOf(last)).filter((end) => end > start);
  const found = ends.map((end) => questionsIn(parsed(`${reply.slice(start, end + 1)}]`)));
  return found.find(({ length }) => length > 0) ?? null;
}

/** A reply in prose may have brackets too. */
const parsed = (json: string): unknown => jsonOr(json, null);

function questionsIn(value: unknown): RepliedQuestion[] {
  if (typeof value === 'string') return [{ text: value.trim() }];
  if (Array.isArray(value)) return value.flatMap(questionsIn);
  if (typeof value !== 'object' || value === null) return [];
  const fields = value as Readonly<Record<string, unknown>>;
  const { question, answer } = fields;
  if (typeof question !== 'string') return Array.isArray(fields['questions']) ? questionsIn(fields['questions']) : [];
  const text = question.trim();
  return [{ text, ...(typeof answer === 'string' && answer.trim() !== '' && { answer: answer.trim() }) }];
}

const MARKED = /^\s*(?:\d{1,3}\s*[.)、:：]|\*\*\d+[.)]?\*\*|[-*•・]|(?:Q(?:uestion)?|问题?|問)\s*\d*\s*[.:：)])\s*/i;
const ANSWER = /^\s*(?:[-*]\s*)?(?:\*\*)?(?:A(?:nswer)?|答案?|回答)\s*\d*(?:\*\*)?\s*[.:：]\s*/i;

function fromLines(reply: string): RepliedQuestion[] {
  const found: RepliedQuestion[] = [];
  for (const line of reply.split('\n')) {
    const last = found.at(-1);
    if (last && ANSWER.test(line)) found[found.length - 1] = { ...last, answer: line.replace(ANSWER, '').trim() };
    else if (isQuestion(line)) found.push({ text: cleaned(line) });
  }
  return found;
}

const isQuestion = (line: string): boolean =>
  /[?？]["”」』*]*\s*$/u.test(line) || (MARKED.test(line) && !/[:：]\s*$/.test(line) && !ANSWER.test(line));

const cleaned = (line: string): string =>
  line
    .replace(MARKED, '')
    .replace(MARKED, '')
    .replace(/^["“「*]+|["”」*]+$/gu, '')
    .trim();

/** Drops `<think>…</think>`, which the prompt may have opened. Unclosed thoughts leave nothing. */
export function withoutThinking(reply: string): string {
  const end = reply.lastIndexOf('</think>');
  const after = end < 0 ? reply : reply.slice(end + '</think>'.length);
  const open = after.indexOf('<think>');
  return (open < 0 ? after : after.slice(0, open)).trim();
}

export interface ContextPassage {
  readonly title: string;
  readonly text: string;
}

/** For an answer from the retrieved passages alone, after the second article. Has `{context}` and `{question}`. */
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

/** Texts of a reply, each once, without the question itself, at most `count`. */
export function readWritten({ kind, count }: WritingPrompt, question: string, reply: string): string[] {
  const said = withoutThinking(reply);
  if (kind === 'hyde') return [unwrapped(said)].filter((text) => text !== '');
  const texts = (listIn(said) ?? linesOf(said)).map((text) => text.trim());
  const asked = question.trim();
  return [...new Set(texts)].filter((text) => text !== '' && text !== asked).slice(0, count);
}

function listIn(reply: string): string[] | null {
  const [start, end] = [reply.indexOf('['), reply.lastIndexOf(']')];
  if (start < 0 || end <= start) return null;
  const list = parsed(reply.slice(start, end + 1));
  const texts = Array.isArray(list) ? list.filter((each) => typeof each === 'string') : [];
  return texts.length > 0 ? texts : null;
}

const ITEM = /^\s*(?:\d{1,3}\s*[.)、:：]|[-*•・])\s*/;

const linesOf = (reply: string): string[] =>
  reply
    .split('\n')
    .filter((line) => ITEM.test(line) || /[?？]["”」]?\s*$/.test(line))
    .map((line) => line.replace(ITEM, '').replace(/^["“「]+|["”」]+\s*$/g, ''));

/** A passage without a fence, a heading like “Passage:”, or quotation marks around it. */
function unwrapped(reply: string): string {
  const text = reply
    .trim()
    .replace(/^```\w*\n?|\n?```$/g, '')
    .replace(/^\**(?:passage|answer)\**\s*[:：]\**\s*/i, '')
    .trim();
  return /^(["“「]).*(["”」])$/s.test(text) ? text.slice(1, -1).trim() : text;
}
