import { padded, type Feeds } from './graph-inputs';
import type { GraphOutput } from './network';

/** Inputs and outputs of the graphs of research/train/reranker_split.py. Rows are the model table's; −1: not read. */

/** Of a question so many tokens count; all of it is read. */
const QUESTION_TOKENS = 48;
/** Of a token: what its neighbours make of it, and what a stretch of tokens is about. */
const [CONTEXT, NEAR, TOLD, MEAN] = [128, 96, 64, 256];
/** Rows have so many places more on each side. */
const MARGIN = 2;
/** Sums of so many tokens are taken together: rows are multiples of it. */
const STEP = 8;
/** ONNX Runtime does not multiply a matrix of one row by those of a batch. */
const LEAST_TOKENS = 2;

export interface QuestionState {
  /** Of the tokens that count, with a margin. */
  readonly rows: Int32Array;
  /** [token][CONTEXT] */
  readonly context: Float32Array;
}

export interface PassageState {
  readonly rows: Int32Array;
  /** [NEAR][token]: as the graph multiplies it. */
  readonly near: Float32Array;
  /** [token][TOLD] */
  readonly told: Float32Array;
  /** [token] */
  readonly scale: Float32Array;
  readonly mean: Float32Array;
}

/** A passage for a question: where it stands in the row of the pair, and the tokens of the row. */
export interface PlacedPassage {
  readonly passage: PassageState;
  readonly lead: number;
  readonly end: number;
}

export const QUESTION_OUTPUTS = ['rows', 'context'] as const;
export const PASSAGE_OUTPUTS = ['rows', 'near', 'told', 'scale', 'mean'] as const;

export const stateBytes = ({ rows }: PassageState): number => 4 * (MEAN + rows.length * (2 + NEAR + TOLD));

/** Where a passage stands behind a question: windows of 96 tokens begin every 24, and empty ones change nothing. */
export const leadOf = (before: number): number => (before < 120 ? before : 96 + (before % 24));

export function readFeeds(texts: readonly (readonly number[])[], type: 0 | 1): Feeds {
  const longest = Math.max(LEAST_TOKENS, ...texts.map(({ length }) => length));
  const { data, dims } = padded(texts, longest, 0);
  const types = new BigInt64Array(data.length).fill(BigInt(type));
  return {
    input_ids: { type: 'int64', data, dims },
    token_type_ids: { type: 'int64', data: types, dims },
  };
}

type Outputs<Names extends readonly string[]> = Readonly<Record<Names[number], GraphOutput>>;

export function readQuestions(
  texts: readonly (readonly number[])[],
  { rows, context }: Outputs<typeof QUESTION_OUTPUTS>,
): QuestionState[] {
  const width = rows.dims[1]!;
  return texts.map(({ length }, text) => {
    const count = Math.min(QUESTION_TOKENS, Math.max(LEAST_TOKENS, length));
    const at = text * width;
    const own = new Int32Array(count + 2 * MARGIN).fill(-1);
    own.set(rows.data.subarray(at, at + count), MARGIN);
    return { rows: own, context: context.data.slice(at * CONTEXT, (at + count) * CONTEXT) };
  });
}

export function readPassages(
  texts: readonly (readonly number[])[],
  { rows, near, told, scale, mean }: Outputs<typeof PASSAGE_OUTPUTS>,
): PassageState[] {
  const width = rows.dims[1]!;
  return texts.map(({ length }, text) => {
    const at = text * width;
    const own = new Float32Array(NEAR * length);
    for (let row = 0; row < NEAR; row++) {
      const from = (text * NEAR + row) * width;
      own.set(near.data.subarray(from, from + length), row * length);
    }
    return {
      rows: Int32Array.from(rows.data.subarray(at, at + length)),
      near: own,
      told: told.data.slice(at * TOLD, (at + length) * TOLD),
      scale: scale.data.slice(at, at + length),
      mean: mean.data.slice(text * MEAN, (text + 1) * MEAN),
    };
  });
}

/** Tokens that the graph reads for a passage, of which the longest of a batch decides. */
export const placesOf = ({ passage, lead }: PlacedPassage): number =>
  // Two more, for the stretch that begins behind the row.
  Math.ceil((lead + passage.rows.length + 2) / STEP) * STEP;

export function matchFeeds(question: QuestionState, passages: readonly PlacedPassage[]): Feeds {
  const [count, places] = [passages.length, Math.max(...passages.map(placesOf))];
  const rows = new Int32Array(count * (places + 2 * MARGIN)).fill(-1);
  const near = new Float32Array(count * NEAR * places);
  const told = new Float32Array(count * places * TOLD);
  const scale = new Float32Array(count * places);
  const mean = new Float32Array(count * MEAN);
  passages.forEach(({ passage, lead }, i) => {
    const { length } = passage.rows;
    rows.set(passage.rows, i * (places + 2 * MARGIN) + MARGIN + lead);
    for (let row = 0; row < NEAR; row++)
      near.set(passage.near.subarray(row * length, (row + 1) * length), (i * NEAR + row) * places + lead);
    told.set(passage.told, (i * places + lead) * TOLD);
    scale.set(passage.scale, i * places + lead);
    mean.set(passage.mean, i * MEAN);
  });
  const asked = question.rows.length;
  return {
    question_rows: { type: 'int32', data: question.rows.slice(), dims: [1, asked] },
    context: { type: 'float32', data: question.context.slice(), dims: [1, asked - 2 * MARGIN, CONTEXT] },
    passage_rows: { type: 'int32', data: rows, dims: [count, places + 2 * MARGIN] },
    near: { type: 'float32', data: near, dims: [count, NEAR, places] },
    told: { type: 'float32', data: told, dims: [count, places, TOLD] },
    scale: { type: 'float32', data: scale, dims: [count, places] },
    mean: { type: 'float32', data: mean, dims: [count, MEAN] },
    end: { type: 'int64', data: BigInt64Array.from(passages, ({ end }) => BigInt(end)), dims: [count] },
  };
}
