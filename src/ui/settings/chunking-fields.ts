import { chunkerName } from '../../domain/chunk/chunk-name';
import {
  type ChunkerKind,
  chunkerProblems,
  type ChunkerSpec,
  type SplitChunkerSpec,
} from '../../domain/chunk/chunker-spec';
import type { ModelCard } from '../../domain/models/card';
import { count } from '../shared/format';

/** What a form proposes for a collection and an embedding model. */
export interface ChunkerProposals {
  /** Whether documents are Chinese or Japanese. */
  readonly cjk: boolean;
  /** Undefined where the model is not here. */
  readonly encoder: Pick<ModelCard, 'id' | 'revision' | 'maxTokens'> | undefined;
}

export const KINDS: readonly { readonly value: ChunkerKind; readonly label: string }[] = [
  { value: 'recursive', label: 'Recursively, by separators' },
  { value: 'sentences', label: 'By sentences' },
  { value: 'tokens', label: 'By tokens of the embedding model' },
  { value: 'headings', label: 'By headings' },
  { value: 'window', label: 'Fixed windows' },
  { value: 'whole', label: 'Not at all: whole documents' },
];

export const KIND_HINTS: Readonly<Record<ChunkerKind, string>> = {
  recursive: 'As LangChain’s RecursiveCharacterTextSplitter: paragraphs, else lines, else words',
  sentences: 'Whole sentences, as many as fit',
  tokens: 'Whole words, as many as the model takes for so many tokens',
  headings: 'The text under each heading, with the heading; what is too long is cut recursively',
  window: 'Wherever they fall, in the middle of words too',
  whole: 'A document is one passage',
};

export const SEPARATORS = [
  { value: 'latin', label: 'Paragraphs, lines, blanks' },
  { value: 'cjk', label: 'Also 。！？；，、' },
] as const;

export const SEPARATOR_HINTS = {
  latin: 'LangChain’s default',
  cjk: 'For Chinese and Japanese; equal to LangChain with these separators and keep_separator="end"',
} as const;

export const CONTEXTS = [
  { value: 'none', label: 'Nothing' },
  { value: 'title', label: 'The title of the document' },
  { value: 'headings', label: 'Its title and headings' },
] as const;

export interface NumberInChunker {
  readonly name: 'size' | 'overlap' | 'level';
  readonly label: string;
  readonly hint: string;
}

const CHARACTERS = 'Characters, at most';

export function numbersOf(spec: ChunkerSpec): readonly NumberInChunker[] {
  const size = (hint: string): NumberInChunker => ({ name: 'size', label: 'Size', hint });
  const overlap = (hint: string): NumberInChunker => ({ name: 'overlap', label: 'Overlap', hint });
  switch (spec.kind) {
    case 'whole':
      return [];
    case 'recursive':
    case 'window':
      return [
        size(CHARACTERS),
        overlap(spec.kind === 'window' ? 'Characters repeated' : 'Characters repeated, at most'),
      ];
    case 'sentences':
      return [size(`${CHARACTERS}; a longer sentence stays whole`), overlap('Sentences repeated')];
    case 'tokens':
      return [size('Tokens, at most'), overlap('Tokens repeated, at most')];
    case 'headings':
      return [
        { name: 'level', label: 'Level', hint: 'The deepest heading that begins a passage, 1 to 6' },
        size(CHARACTERS),
      ];
  }
}

export const numberIn = (spec: ChunkerSpec, name: NumberInChunker['name']): number =>
  (spec as unknown as Record<string, number>)[name]!;

export const withNumberIn = (spec: ChunkerSpec, name: NumberInChunker['name'], value: number): ChunkerSpec => ({
  ...spec,
  [name]: value,
});

/** Tokens left for a passage: a model puts two around it. */
export const roomOf = ({ maxTokens }: Pick<ModelCard, 'maxTokens'>): number => maxTokens - 2;

/** A chunker of another kind with usual numbers, and the context and pooling of the one before. */
export function chunkerOf(kind: ChunkerKind, before: ChunkerSpec, { cjk, encoder }: ChunkerProposals): ChunkerSpec {
  const common: Pick<SplitChunkerSpec, 'context' | 'late'> =
    before.kind === 'whole' ? { context: 'none' } : { context: before.context, ...(before.late ? { late: true } : {}) };
  switch (kind) {
    case 'whole':
      return { kind };
    case 'recursive':
      return { kind, size: 1000, overlap: 100, separators: cjk ? 'cjk' : 'latin', ...common };
    case 'sentences':
      return { kind, size: 1000, overlap: 1, ...common };
    case 'tokens':
      return { kind, model: encoder?.id ?? '', revision: encoder?.revision ?? '', size: 256, overlap: 32, ...common };
    case 'headings':
      return { kind, level: 2, size: 2000, ...common };
    case 'window':
      return { kind, size: 1000, overlap: 100, ...common };
  }
}

/**
 * The chunker by tokens that fills a model and never exceeds it, with the context and pooling of another.
 * @param prefix of each embedded passage
 */
export function fitted(
  before: ChunkerSpec,
  encoder: NonNullable<ChunkerProposals['encoder']>,
  prefix: string,
): ChunkerSpec {
  const tokens = chunkerOf('tokens', before, { cjk: false, encoder });
  // A prefix or context takes tokens too, an unknown number: an eighth is left for it.
  const crowded = prefix !== '' || (tokens.kind !== 'whole' && tokens.context !== 'none');
  const size = Math.floor(roomOf(encoder) * (crowded ? 7 / 8 : 1));
  return { ...tokens, size, overlap: Math.floor(size / 10) } as ChunkerSpec;
}

export function numberProblems(spec: ChunkerSpec): Partial<Record<NumberInChunker['name'], string>> {
  const problems: Partial<Record<NumberInChunker['name'], string>> = {};
  for (const { name } of numbersOf(spec)) {
    const value = numberIn(spec, name);
    const least = name === 'overlap' ? 0 : 1;
    if (!Number.isInteger(value) || value < least) problems[name] = `Enter a whole number, ${least} or more.`;
    else if (name === 'level' && value > 6) problems[name] = 'Headings have levels 1 to 6.';
  }
  if (!problems.size)
    for (const { path, message } of chunkerProblems(spec))
      if (path === 'overlap') problems.overlap ??= `${message[0]!.toUpperCase()}${message.slice(1)}.`;
  return problems;
}

/** Why a chunker cannot be added to a list. */
export function listProblems(spec: ChunkerSpec, others: readonly ChunkerSpec[]): string[] {
  if (Object.keys(numberProblems(spec)).length > 0) return [];
  const problems: string[] = [];
  if (spec.kind === 'tokens' && spec.model === '')
    problems.push('The embedding model is not here: choose one in the settings, or another way of cutting.');
  if (others.some((other) => chunkerName(other) === chunkerName(spec)))
    problems.push(`“${chunkerName(spec)}” is in the list already.`);
  return problems;
}

/** A remark on a chunker; null where there is none. */
export function lengthNote(spec: ChunkerSpec, { encoder }: ChunkerProposals): string | null {
  if (spec.kind !== 'tokens' || !encoder || spec.late || spec.model !== encoder.id) return null;
  if (!(spec.size > roomOf(encoder))) return null;
  return `The model reads ${count(encoder.maxTokens)} tokens, two of them its own: of longer passages it reads the first ${count(roomOf(encoder))}.`;
}
