import * as v from 'valibot';
import type { JsonProblem } from '../../base/problem';

const size = v.pipe(v.number(), v.integer(), v.minValue(1));
const overlap = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Contexts written elsewhere: the name of a supplied file, and the hash of its contexts, so that others have other keys. */
const contextsFile = v.strictObject({ name: v.string(), hash: v.string() });

export type ContextsFile = v.InferOutput<typeof contextsFile>;

const common = {
  /**
   * What stands before a chunk's text in what is indexed, embedded and reranked: the title of its document, also its
   * headings, also the sentence before it; or what a file has for each passage.
   */
  context: v.optional(v.union([v.picklist(['none', 'title', 'headings', 'sentence']), contextsFile]), 'none'),
  /** For vectors: the model reads a whole document, then pools each chunk ("late chunking", Günther et al. 2024). */
  late: v.exactOptional(v.literal(true)),
};

/** As LangChain's `RecursiveCharacterTextSplitter`: the first separator that makes pieces small enough, and so on. */
const Recursive = v.strictObject({
  kind: v.literal('recursive'),
  /** In code points, as in Python. */
  size,
  overlap,
  /** `latin`: LangChain's default, paragraphs, lines and blanks. `cjk`: also sentence ends and commas of Chinese and Japanese. */
  separators: v.picklist(['latin', 'cjk']),
  ...common,
});

/** Whole sentences (`Intl.Segmenter`), as many as fit. */
const Sentences = v.strictObject({
  kind: v.literal('sentences'),
  /** In code points, at most; a longer sentence is a chunk of its own. */
  size,
  /** Sentences that are repeated at the beginning of the next chunk. */
  overlap,
  ...common,
});

/** Whole words, as many as a model takes for `size` tokens. */
const Tokens = v.strictObject({
  kind: v.literal('tokens'),
  model: v.string(),
  revision: v.string(),
  /** In tokens of the model, without its special tokens. */
  size,
  overlap,
  ...common,
});

/** The text under each heading, with the heading; what is longer than `size` is split recursively. */
const Headings = v.strictObject({
  kind: v.literal('headings'),
  level: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(6)),
  /** In code points. */
  size,
  ...common,
});

const Window = v.strictObject({ kind: v.literal('window'), /** In code points. */ size, overlap, ...common });

const Whole = v.strictObject({
  kind: v.literal('whole'),
  /** What stands before each document in what is indexed, embedded and reranked. */
  context: v.exactOptional(contextsFile),
});

export const chunkerSchema = v.variant('kind', [Whole, Recursive, Sentences, Tokens, Headings, Window]);

export type ChunkerSpec = v.InferOutput<typeof chunkerSchema>;
export type ChunkerKind = ChunkerSpec['kind'];

export type SplitChunkerSpec = Exclude<ChunkerSpec, { kind: 'whole' }>;

/** Whether the browser's `Intl.Segmenter` decides where a document is cut, or what is before a passage: another may differ. */
export const cutsBySegments = (spec: ChunkerSpec): boolean =>
  spec.kind === 'sentences' || spec.kind === 'tokens' || (spec.kind !== 'whole' && spec.context === 'sentence');

/** The file that has the context of each passage; null where there is none, or contexts are made by a rule. */
export const contextsFileOf = ({ context }: ChunkerSpec): ContextsFile | null =>
  typeof context === 'object' ? context : null;

/** Whether documents are searched as they are, neither cut nor with anything before them. */
export const isPlainWhole = (spec: ChunkerSpec): boolean => spec.kind === 'whole' && !spec.context;

/** As in the second article, and LangChain's usual numbers. */
export const DEFAULT_CHUNKER: Extract<ChunkerSpec, { kind: 'recursive' }> = {
  kind: 'recursive',
  size: 1000,
  overlap: 100,
  separators: 'latin',
  context: 'none',
};

export function chunkerProblems(spec: ChunkerSpec): JsonProblem[] {
  if (!('overlap' in spec) || spec.kind === 'sentences' || spec.overlap < spec.size) return [];
  return [{ path: 'overlap', message: `an overlap of ${spec.overlap} must be less than the size, ${spec.size}` }];
}

/** A short name in which no two chunkers agree that cut or index differently: `recursive 1000/100 cjk +headings late`. */
export function chunkerName(spec: ChunkerSpec): string {
  const { context = 'none' } = spec;
  return [
    measured(spec),
    ...(context === 'none' ? [] : [`+${typeof context === 'object' ? context.name : context}`]),
    ...(spec.kind !== 'whole' && spec.late ? ['late'] : []),
  ].join(' ');
}

function measured(spec: ChunkerSpec): string {
  switch (spec.kind) {
    case 'whole':
      return 'whole';
    case 'recursive':
      return `recursive ${spec.size}/${spec.overlap}${spec.separators === 'cjk' ? ' cjk' : ''}`;
    case 'sentences':
      return `sentences ${spec.size}/${spec.overlap}`;
    case 'tokens':
      return `tokens ${spec.size}/${spec.overlap} ${spec.model}`;
    case 'headings':
      return `headings ${spec.level}/${spec.size}`;
    case 'window':
      return `window ${spec.size}/${spec.overlap}`;
  }
}
