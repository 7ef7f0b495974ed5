/**
 * Prompt for questions that the passage alone answers, short and readable without it, after the first article
 * (LlamaIndex's question and context pairs). Has `{passage}` and `{count}`.
 */
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

/** The places that a prompt must have; without one the model would not see the passage. */
export const isUsablePrompt = (template: string): boolean => template.includes('{passage}');

export const promptFor = (template: string, { passage, count }: { passage: string; count: number }): string =>
  filled(template, { passage: passage.trim(), count: `${count} question${count === 1 ? '' : 's'}` });

/** Fills a template in. What is in the values is never read as a place to fill. */
export const filled = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(/\{(\w+)\}/g, (place, name: string) => (Object.hasOwn(values, name) ? values[name]! : place));

export interface RepliedQuestion {
  readonly text: string;
  readonly answer?: string;
}

/**
 * The questions of a reply, each once: JSON (texts or objects with `question` and `answer`, also within prose or a
 * fence), numbered or dashed lines, or lines that end with a question mark. A line `A:` after a question is its answer.
 * Of a truncated list, complete items are taken.
 */
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

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    // A reply in prose may have brackets too.
    return null;
  }
}

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

/**
 * A reply without its `<think>…</think>`, which a chat template may have opened in the prompt. Unclosed thoughts leave
 * nothing: there was no reply.
 */
export function withoutThinking(reply: string): string {
  const end = reply.lastIndexOf('</think>');
  const after = end < 0 ? reply : reply.slice(end + '</think>'.length);
  const open = after.indexOf('<think>');
  return (open < 0 ? after : after.slice(0, open)).trim();
}
