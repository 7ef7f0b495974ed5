import { CHUNK_SIZES } from '../../domain/experiment/templates';
import {
  type ChunkerKind,
  chunkerName,
  chunkerProblems,
  type ChunkerSpec,
  type ContextsFile,
  contextsFileOf,
  type SplitChunkerSpec,
} from '../../domain/chunk/chunker-spec';
import type { ModelCard } from '../../domain/models/configuration';
import { count } from '../shared/format';
import { capital } from '../shared/system-text';
import { choice, type FieldOption, type FormField, number, optionsOf } from './form-field';

export interface ChunkerProposals {
  readonly cjk: boolean;
  readonly encoder: Pick<ModelCard, 'id' | 'revision' | 'maxTokens'> | undefined;
  readonly contexts?: readonly ContextsFile[];
  /** The chunking that contexts of files are compared on; the usual one where absent. */
  readonly chosen?: ChunkerSpec | undefined;
}

type NumberName = 'size' | 'overlap' | 'level';

interface KindText {
  readonly label: string;
  readonly hint: string;
  /** The numbers in the order of the form, each with its hint and its usual value. */
  readonly numbers: Readonly<Partial<Record<NumberName, readonly [hint: string, usual: number]>>>;
}

const CHARACTERS = 'Characters, at most';

const KINDS: Readonly<Record<ChunkerKind, KindText>> = {
  recursive: {
    label: 'Recursively, by separators',
    hint: 'As LangChain’s RecursiveCharacterTextSplitter: paragraphs, else lines, else words',
    numbers: { size: [CHARACTERS, 1000], overlap: ['Characters repeated, at most', 100] },
  },
  sentences: {
    label: 'By sentences',
    hint: 'Whole sentences, as many as fit',
    numbers: { size: [`${CHARACTERS}; a longer sentence stays whole`, 1000], overlap: ['Sentences repeated', 1] },
  },
  tokens: {
    label: 'By tokens of the embedding model',
    hint: 'Whole words, as many as the model takes for so many tokens',
    numbers: { size: ['Tokens, at most', 256], overlap: ['Tokens repeated, at most', 32] },
  },
  headings: {
    label: 'By headings',
    hint: 'The text under each heading, with the heading; what is too long is cut recursively',
    numbers: { level: ['The deepest heading that begins a passage, 1 to 6', 2], size: [CHARACTERS, 2000] },
  },
  window: {
    label: 'Fixed windows',
    hint: 'Wherever they fall, in the middle of words too',
    numbers: { size: [CHARACTERS, 1000], overlap: ['Characters repeated', 100] },
  },
  whole: { label: 'Not at all: whole documents', hint: 'A document is one passage', numbers: {} },
};

export const CHUNKER_KINDS = Object.keys(KINDS) as ChunkerKind[];

/** In the order in which they are written: `size`, then `overlap`. */
export const numberNames = (kind: ChunkerKind): readonly string[] => Object.keys(KINDS[kind].numbers);

const SEPARATORS = {
  latin: ['Paragraphs, lines, blanks', 'LangChain’s default'],
  cjk: [
    'Also 。！？；，、',
    'For Chinese and Japanese; equal to LangChain with these separators and keep_separator="end"',
  ],
} as const;

const CONTEXTS: readonly FieldOption[] = optionsOf({
  none: 'Nothing',
  title: 'The title of the document',
  headings: 'Its title and headings',
  sentence: 'Its title, headings and the sentence before',
});

type ChunkerField = FormField<ChunkerSpec>;

export const kindField = (spec: ChunkerSpec, proposals: ChunkerProposals): ChunkerField =>
  choice(
    'Way',
    spec.kind,
    CHUNKER_KINDS.map((value) => ({ value, label: KINDS[value].label })),
    (kind) => chunkerOf(kind, spec, proposals),
    KINDS[spec.kind].hint,
  );

const numbersOf = (spec: ChunkerSpec) =>
  (Object.entries(KINDS[spec.kind].numbers) as [NumberName, readonly [string, number]][]).map(([name, [hint]]) => ({
    name,
    hint,
    value: (spec as unknown as Record<string, number>)[name]!,
  }));

export function chunkerNumbers(spec: ChunkerSpec): ChunkerField[] {
  const problems = numberProblems(spec);
  return numbersOf(spec).map(({ name, hint, value }) => ({
    ...number(capital(name), value, (next): ChunkerSpec => ({ ...spec, [name]: next }), hint),
    problem: problems[name],
  }));
}

export const withContexts = <Spec extends ChunkerSpec>(spec: Spec, { name, hash }: ContextsFile): Spec => ({
  ...spec,
  context: { name, hash },
});

const withoutContext = (spec: ChunkerSpec): ChunkerSpec =>
  spec.kind === 'whole' ? { kind: 'whole' } : { ...spec, context: 'none' };

function contextField(spec: ChunkerSpec, supplied: readonly ContextsFile[]): ChunkerField {
  const file = contextsFileOf(spec);
  const files = file && !supplied.some(({ hash }) => hash === file.hash) ? [...supplied, file] : supplied;
  const rules = spec.kind === 'whole' ? CONTEXTS.slice(0, 1) : CONTEXTS;
  const { context = 'none' } = spec;
  return choice<ChunkerSpec, string>(
    'Before each passage',
    typeof context === 'string' ? context : `file ${context.hash}`,
    [...rules, ...files.map(({ name, hash }) => ({ value: `file ${hash}`, label: `Its context in “${name}”` }))],
    (value) => {
      const chosen = files.find(({ hash }) => value === `file ${hash}`);
      if (chosen) return withContexts(spec, chosen);
      return value === 'none' ? withoutContext(spec) : ({ ...spec, context: value } as ChunkerSpec);
    },
    'Indexed, embedded and reranked with it; neither shown as its text nor counted in its size',
  );
}

export function splitFields(spec: ChunkerSpec, supplied: readonly ContextsFile[] = []): ChunkerField[] {
  if (spec.kind === 'whole') return supplied.length > 0 || spec.context ? [contextField(spec, supplied)] : [];
  const context = contextField(spec, supplied);
  if (spec.kind !== 'recursive') return [context];
  const separators = choice<ChunkerSpec, typeof spec.separators>(
    'Separators',
    spec.separators,
    optionsOf({ latin: SEPARATORS.latin[0], cjk: SEPARATORS.cjk[0] }),
    (value) => ({ ...spec, separators: value }),
    SEPARATORS[spec.separators][1],
  );
  return [{ ...separators, followed: true }, context];
}

/** @param late whether the embedding model gives the vectors that it pools */
export function lateField(spec: ChunkerSpec, late: boolean): ChunkerField[] {
  if (spec.kind === 'whole' || !(late || spec.late)) return [];
  const { late: value = false, ...rest } = spec;
  const hint =
    'The embedding model reads the whole document, and a passage’s vector is pooled from its tokens. Other retrievers are not touched by it.';
  return [{ type: 'check', label: 'Late chunking', hint, value, set: (on) => (on ? { ...rest, late: true } : rest) }];
}

/** Tokens left for a passage: a model puts two around it. */
export const roomOf = ({ maxTokens }: Pick<ModelCard, 'maxTokens'>): number => maxTokens - 2;

/** A chunker of another kind with usual numbers, and the context and pooling of the one before. */
export function chunkerOf(kind: ChunkerKind, before: ChunkerSpec, { cjk, encoder }: ChunkerProposals): ChunkerSpec {
  const file = contextsFileOf(before);
  const common: Pick<SplitChunkerSpec, 'context' | 'late'> =
    before.kind === 'whole'
      ? { context: file ?? 'none' }
      : { context: before.context, ...(before.late ? { late: true } : {}) };
  if (kind === 'whole') return { kind, ...(file ? { context: file } : {}) };
  const numbers = Object.entries(KINDS[kind].numbers).map(([name, [, usual]]) => [name, usual]);
  return {
    kind,
    ...Object.fromEntries(numbers),
    ...(kind === 'recursive' ? { separators: cjk ? 'cjk' : 'latin' } : {}),
    ...(kind === 'tokens' ? { model: encoder?.id ?? '', revision: encoder?.revision ?? '' } : {}),
    ...common,
  } as ChunkerSpec;
}

/** Fills a model by tokens and never exceeds it; keeps context and pooling. @param prefix of each embedded passage */
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

export function numberProblems(spec: ChunkerSpec): Partial<Record<NumberName, string>> {
  const problems: Partial<Record<NumberName, string>> = {};
  for (const { name, value } of numbersOf(spec)) {
    const least = name === 'overlap' ? 0 : 1;
    if (!Number.isInteger(value) || value < least) problems[name] = `Enter a whole number, ${least} or more.`;
    else if (name === 'level' && value > 6) problems[name] = 'Headings have levels 1 to 6.';
  }
  if (!problems.size)
    for (const { path, message } of chunkerProblems(spec))
      if (path === 'overlap') problems.overlap ??= `${capital(message)}.`;
  return problems;
}

export function listProblems(spec: ChunkerSpec, others: readonly ChunkerSpec[]): string[] {
  if (Object.keys(numberProblems(spec)).length > 0) return [];
  const problems: string[] = [];
  if (spec.kind === 'tokens' && spec.model === '')
    problems.push('The embedding model is not here: choose one in the settings, or another chunking.');
  if (others.some((other) => chunkerName(other) === chunkerName(spec)))
    problems.push(`“${chunkerName(spec)}” is in the list already.`);
  return problems;
}

export function lengthNote(spec: ChunkerSpec, { encoder }: ChunkerProposals): string | null {
  if (spec.kind !== 'tokens' || !encoder || spec.late || spec.model !== encoder.id) return null;
  if (!(spec.size > roomOf(encoder))) return null;
  return `The model reads ${count(encoder.maxTokens)} tokens, two of them its own: of longer passages it reads the first ${count(roomOf(encoder))}.`;
}

interface ReadySet {
  readonly id: string;
  readonly label: string;
  readonly title: string;
  readonly chunkings: readonly ChunkerSpec[];
}

export function withAndWithout(chosen: ChunkerSpec, files: readonly ContextsFile[]): ChunkerSpec[] {
  const plain = withoutContext(chosen);
  return [plain, ...files.map((file) => withContexts(plain, file))];
}

/** @param late whether the embedding model can pool vectors from whole documents */
export function readySets(proposals: ChunkerProposals, late: boolean): ReadySet[] {
  const { contexts = [] } = proposals;
  const usual = chunkerOf('recursive', { kind: 'whole' }, proposals) as Extract<ChunkerSpec, { kind: 'recursive' }>;
  // What a file names are passages of the chunking that it was written for.
  const compared = (contexts.length > 0 && proposals.chosen) || usual;
  const [alone, written] = [withAndWithout(compared, []), withAndWithout(compared, contexts).slice(1)];
  const byRules =
    compared.kind === 'whole'
      ? []
      : (['title', 'headings', 'sentence'] as const).map((context) => ({ ...compared, context }));
  const sets: ReadySet[] = [
    {
      id: 'sizes',
      label: 'Four sizes',
      title: `Recursively, ${CHUNK_SIZES.map((size) => count(size)).join(', ')} characters with a tenth of overlap`,
      chunkings: CHUNK_SIZES.map((size) => ({ ...usual, size, overlap: Math.round(size / 10) })),
    },
    {
      id: 'ways',
      label: 'Four ways',
      title: 'Recursively, by sentences, by headings, and whole documents',
      chunkings: [
        usual,
        ...(['sentences', 'headings', 'whole'] as const).map((kind) => chunkerOf(kind, usual, proposals)),
      ],
    },
    {
      id: 'overlaps',
      label: 'Three overlaps',
      title: 'Recursively, 1,000 characters with no overlap, a tenth, and a quarter',
      chunkings: [0, 100, 250].map((overlap) => ({ ...usual, overlap })),
    },
    {
      id: 'contexts',
      label: 'With and without context',
      title: contextsTitle(compared, contexts),
      chunkings: [...alone, ...byRules, ...written],
    },
  ];
  if (late)
    sets.push({
      id: 'late',
      label: 'Late or not',
      title: 'The usual passages, with vectors of their own and with vectors pooled from the whole document',
      chunkings: [usual, { ...usual, late: true }],
    });
  return sets;
}

function contextsTitle(compared: ChunkerSpec, files: readonly ContextsFile[]): string {
  const whose = files.length > 0 ? `The passages of ${chunkerName(withoutContext(compared))}` : 'The usual passages';
  const rules =
    '; after the title of their document; its title and headings; its title, headings and the sentence before';
  const written = files.map(({ name }) => `; after their contexts in “${name}”`).join('');
  return `${whose} alone${compared.kind === 'whole' ? '' : rules}${written}`;
}
