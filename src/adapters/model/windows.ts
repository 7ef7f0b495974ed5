/**
 * How a pair that is longer than the model takes is read whole: the passage in overlapping windows, each with the
 * question. All in tokens; nothing here knows a tokenizer or a network.
 */

/** A row of tokens: ids, and to which of the two texts each belongs for the model. */
export interface Tokens {
  readonly ids: readonly number[];
  readonly types: readonly number[];
}

/** What a tokenizer puts around the two texts of a pair: `[CLS] question [SEP] passage [SEP]` in a BERT. */
export interface PairFrame {
  readonly before: Tokens;
  readonly questionType: number;
  readonly between: Tokens;
  readonly passageType: number;
  readonly after: Tokens;
}

export interface PairWindows {
  /** What the model reads, each at most as long as it takes; one where the pair fits. */
  readonly rows: readonly Tokens[];
  /** Tokens of the whole pair, special ones included, before anything was cut. */
  readonly tokens: number;
  /** Whether something of the question or the passage is in no row. */
  readonly truncated: boolean;
}

/** The rest of a passage is not read: at 512 tokens and a short question this is the first 8,000 tokens. */
export const MAX_WINDOWS = 32;

/**
 * Learns the frame from one encoded pair, in which the texts' own tokens are looked up. So it holds for whatever the
 * tokenizer adds, also where types do not distinguish the texts (XLM-RoBERTa has none, and two `</s>` in the middle), or
 * where a special token is written out in a passage, which would mislead a search for separators.
 *
 * @param pair the encoded pair
 * @param question tokens of its first text alone, without special ones
 * @param passage the same of its second text
 * @throws {Error} where the pair is not the question's tokens and then the passage's
 */
export function pairFrame(pair: Tokens, question: readonly number[], passage: readonly number[]): PairFrame {
  const asked = find(pair.ids, question, 0);
  const read = asked < 0 ? -1 : find(pair.ids, passage, asked + question.length);
  if (read < 0) throw new Error('the tokenizer does not encode a pair as a question and then a passage');
  const part = (from: number, to?: number): Tokens => ({
    ids: pair.ids.slice(from, to),
    types: pair.types.slice(from, to),
  });
  return {
    before: part(0, asked),
    questionType: pair.types[asked]!,
    between: part(asked + question.length, read),
    passageType: pair.types[read]!,
    after: part(read + passage.length),
  };
}

function find(ids: readonly number[], part: readonly number[], from: number): number {
  if (part.length === 0) return -1;
  for (let at = from; at + part.length <= ids.length; at++) if (part.every((id, i) => ids[at + i] === id)) return at;
  return -1;
}

/**
 * The rows in which a pair is read: one where it fits. Else a question longer than half of `maxTokens` is cut to that
 * half, so that room is left for the passage, and the passage is read in windows as long as that room.
 *
 * @param question tokens without special ones; `passage` too
 * @throws {RangeError} where `maxTokens` leaves no room for a passage
 */
export function pairWindows(
  frame: PairFrame,
  question: readonly number[],
  passage: readonly number[],
  maxTokens: number,
): PairWindows {
  const { asked, starts, room, ...read } = pairParts(frame, question, passage, maxTokens);
  return { rows: starts.map((start) => framed(frame, asked, passage.slice(start, start + room))), ...read };
}

/** What is read of a pair, without what a tokenizer puts around it. */
export interface PairParts extends Omit<PairWindows, 'rows'> {
  readonly asked: readonly number[];
  /** Where windows of the passage begin, and how many tokens each has: fewer at the end of a passage that fits. */
  readonly starts: readonly number[];
  readonly room: number;
}

/** @throws {RangeError} where `maxTokens` leaves no room for a passage */
export function pairParts(
  frame: PairFrame,
  question: readonly number[],
  passage: readonly number[],
  maxTokens: number,
): PairParts {
  const special = frame.before.ids.length + frame.between.ids.length + frame.after.ids.length;
  const tokens = special + question.length + passage.length;
  if (tokens <= maxTokens) return { asked: question, starts: [0], room: passage.length, tokens, truncated: false };
  const asked = question.slice(0, Math.floor(maxTokens / 2));
  const room = maxTokens - special - asked.length;
  if (room < 1) throw new RangeError(`${maxTokens} tokens leave no room for a passage`);
  const starts = windowStarts(passage.length, room);
  const truncated = asked.length < question.length || starts.at(-1)! + room < passage.length;
  return { asked, starts, room, tokens, truncated };
}

/**
 * Where windows of `room` tokens begin: half a window apart, so that whatever is cut at the edge of one stands whole in
 * another. The last is moved back to end with the passage, so that it is as full as the others.
 */
export function windowStarts(length: number, room: number, most = MAX_WINDOWS): number[] {
  if (length <= room) return [0];
  const stride = Math.max(1, Math.floor(room / 2));
  const starts: number[] = [];
  for (let at = 0; at + room < length && starts.length < most; at += stride) starts.push(at);
  if (starts.length < most) starts.push(length - room);
  return starts;
}

function framed(frame: PairFrame, question: readonly number[], passage: readonly number[]): Tokens {
  const { before, between, after, questionType, passageType } = frame;
  return {
    ids: [...before.ids, ...question, ...between.ids, ...passage, ...after.ids],
    types: [
      ...before.types,
      ...question.map(() => questionType),
      ...between.types,
      ...passage.map(() => passageType),
      ...after.types,
    ],
  };
}
