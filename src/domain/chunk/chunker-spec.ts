import * as v from 'valibot';
import type { JsonProblem } from '../../base/problem';

const size = v.pipe(v.number(), v.integer(), v.minValue(1));
const overlap = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Contexts written elsewhere: the name of a supplied file, and the hash of its contexts, so that others have other keys. */
const contextsFile = v.strictObject({ name: v.string(), hash: v.string() });

export type ContextsFile = v.InferOutput<typeof contextsFile>;

const common = {
  /** Before a chunk's text: the title, also headings, also the sentence before it; or what a file has. */
  context: v.optional(v.union([v.picklist(['none', 'title', 'headings', 'sentence']), contextsFile]), 'none'),
  late: v.exactOptional(v.literal(true)),
};

/** As LangChain's `RecursiveCharacterTextSplitter`: the first separator that makes pieces small enough, and so on. */
const Recursive = v.strictObject({
  kind: v.literal('recursive'),
  size,
  overlap,
  /** `latin`: LangChain's default, paragraphs, lines and blanks. `cjk`: also sentence ends and commas of Chinese and Japanese. */
  separators: v.picklist(['latin', 'cjk']),
  ...common,
});

const Sentences = v.strictObject({
  kind: v.literal('sentences'),
  size,
  overlap,
  ...common,
});

const Tokens = v.strictObject({
  kind: v.literal('tokens'),
  model: v.string(),
  revision: v.string(),
  size,
  overlap,
  ...common,
});

const Headings = v.strictObject({
  kind: v.literal('headings'),
  level: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(6)),
  size,
  ...common,
});

const Window = v.strictObject({ kind: v.literal('window'), /** In code points. */ size, overlap, ...common });

const Whole = v.strictObject({
  kind: v.literal('whole'),
  context: v.exactOptional(contextsFile),
});

export const chunkerSchema = v.variant('kind', [Whole, Recursive, Sentences, Tokens, Headings, Window]);

export type ChunkerSpec = v.InferOutput<typeof chunkerSchema>;
export type ChunkerKind = ChunkerSpec['kind'];

export type SplitChunkerSpec = Exclude<ChunkerSpec, { kind: 'whole' }>;

export const cutsBySegments = (spec: ChunkerSpec): boolean =>
  spec.kind === 'sentences' || spec.kind === 'tokens' || (spec.kind !== 'whole' && spec.context === 'sentence');

export const contextsFileOf = ({ context }: ChunkerSpec): ContextsFile | null =>
  typeof context === 'object' ? context : null;

export const isPlainWhole = (spec: ChunkerSpec): boolean => spec.kind === 'whole' && !spec.context;

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

export function chunkerName(spec: ChunkerSpec): string {
  const { context = 'none' } = spec;
  return [
    measured(spec),
    ...(context === 'none' ? [] : [`+${typeof context === 'object' ? context.name : context}`]),
    ...(spec.kind !== 'whole' && spec.late ? ['late'] : []),
  ].join(' ');
}

function measured(spec: ChunkerSpec): string {
  if (spec.kind === 'whole') return spec.kind;
  if (spec.kind === 'headings') return `${spec.kind} ${spec.level}/${spec.size}`;
  const sizes = `${spec.kind} ${spec.size}/${spec.overlap}`;
  if (spec.kind === 'tokens') return `${sizes} ${spec.model}`;
  return spec.kind === 'recursive' && spec.separators === 'cjk' ? `${sizes} cjk` : sizes;
}
