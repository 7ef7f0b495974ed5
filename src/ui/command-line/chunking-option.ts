import { chunkerName, type ChunkerKind, type ChunkerSpec, type ContextsFile } from '../../domain/chunk/chunker-spec';
import {
  CHUNKER_KINDS,
  type ChunkerProposals,
  chunkerOf,
  numberNames,
  numberProblems,
  readySets,
  withContexts,
} from '../settings/chunking-fields';
import { closestWord } from './closest-word';
import { problems } from './problem-texts';

export interface ChunkingContext {
  /** Whether most documents are Chinese or Japanese: the separators where none are named. */
  readonly cjk: boolean;
  /** Embedding models, the usual one first; null where they are not known yet, and every name is taken. */
  readonly encoders: readonly NonNullable<ChunkerProposals['encoder']>[] | null;
  /** Files of contexts; null where they are not known yet, and every name is taken. */
  readonly contexts: readonly ContextsFile[] | null;
  /** What the set of contexts is compared on where there are files of them; the usual chunking where absent. */
  readonly chosen?: ChunkerSpec | undefined;
}

type ReadChunkings =
  | { readonly ok: true; readonly chunkings: readonly ChunkerSpec[] }
  | { readonly ok: false; readonly problem: string };

/** How each way is written; numbers that are left out are the usual ones. */
const CHUNKING_FORMS: Readonly<Record<ChunkerKind, string>> = {
  recursive: 'recursive:SIZE/OVERLAP[:latin|cjk]',
  sentences: 'sentences:SIZE/OVERLAP',
  tokens: 'tokens:SIZE/OVERLAP[:MODEL]',
  headings: 'headings:LEVEL/SIZE',
  window: 'window:SIZE/OVERLAP',
  whole: 'whole',
};

/** Ways that the page compares with one click. */
const SETS = ['sizes', 'ways', 'overlaps', 'contexts'];

/** A chunking by its name, as `recursive 1000/100 cjk +headings late` or with colons, or a set by its id. */
function readChunking(typed: string, { cjk, encoders, contexts, chosen }: ChunkingContext): ReadChunkings {
  // The id of a model may have colons in it, the name of a file blanks too.
  const model = encoders?.find(({ id }) => typed.includes(id));
  const unread = contexts === null ? UNKNOWN_FILE.exec(typed) : null;
  const file = unread
    ? { name: unread[0].slice(1), hash: '' }
    : contexts?.find(({ name }) => typed.includes(`+${name}`));
  const plain = file ? typed.replace(`+${file.name}`, '') : typed;
  const [first = '', ...rest] = (model ? plain.replace(model.id, '') : plain)
    .split(/[\s:]+/)
    .filter((part) => part !== '');
  const proposals = { cjk, encoder: model ?? encoders?.[0], contexts: contexts ?? [], chosen };
  const set = readySets(proposals, false).find(({ id }) => id === first);
  if (set && rest.length === 0) return { ok: true, chunkings: set.chunkings };
  const kind = CHUNKER_KINDS.find((each) => each === first);
  if (!kind) {
    const known = [...CHUNKER_KINDS, ...SETS];
    return refused(problems.unknownChunking(first, known, closestWord(first, known)));
  }
  let spec = chunkerOf(kind, { kind: 'whole' }, proposals);
  for (const part of rest) {
    const next = withPart(spec, part);
    if (next === null && kind === 'tokens' && encoders === null) continue;
    if (next === null && part.startsWith('+'))
      return refused(problems.chunkingContexts(typed, part, contexts?.map(({ name }) => name) ?? []));
    if (next === null) return refused(unreadable(typed, kind, part, encoders));
    spec = next;
  }
  const wrong = Object.values(numberProblems(spec));
  if (wrong.length > 0) return refused(problems.chunkingProblem(typed, wrong[0]!));
  return { ok: true, chunkings: [file ? withContexts(spec, file) : spec] };
}

const CONTEXTS = ['title', 'headings', 'sentence'] as const;
/** A file of contexts and what stands behind it, which is read once the files are known. */
const UNKNOWN_FILE = new RegExp(`\\+(?!(?:${CONTEXTS.join('|')})(?:[\\s:]|$)).*$`);

function unreadable(typed: string, kind: ChunkerKind, part: string, encoders: ChunkingContext['encoders']): string {
  if (kind === 'tokens' && /^[a-z]/i.test(part))
    return problems.chunkingModel(typed, part, encoders?.map(({ id }) => id) ?? []);
  const ways = kind === 'whole' ? [] : CONTEXTS;
  const before = [...ways, 'FILE'].map((each) => `:+${each}`).join('|');
  const form = `${CHUNKING_FORMS[kind]}[${before}]${kind === 'whole' ? '' : '[:late]'}`;
  return problems.chunkingPart(typed, part, form);
}

const refused = (problem: string): ReadChunkings => ({ ok: false, problem });

/** @returns null for a part that a chunker of this kind has not */
function withPart(spec: ChunkerSpec, part: string): ChunkerSpec | null {
  if (spec.kind === 'whole') return null;
  if (/^\d+(\/\d+)?$/.test(part)) {
    const names = numberNames(spec.kind);
    const numbers = part.split('/').map((number, i) => [names[i], Number(number)]);
    return { ...spec, ...(Object.fromEntries(numbers) as object) };
  }
  if (part === 'late') return { ...spec, late: true };
  const context = CONTEXTS.find((each) => part === `+${each}`);
  if (context) return { ...spec, context };
  if (spec.kind === 'recursive' && (part === 'latin' || part === 'cjk')) return { ...spec, separators: part };
  return null;
}

export function readChunkings(typed: readonly string[], context: ChunkingContext): ReadChunkings {
  const chunkings: ChunkerSpec[] = [];
  for (const each of typed) {
    const read = readChunking(each, context);
    if (!read.ok) return read;
    for (const chunker of read.chunkings) {
      const name = chunkerName(chunker);
      if (chunkings.some((other) => chunkerName(other) === name)) return refused(problems.chunkingTwice(name));
      chunkings.push(chunker);
    }
  }
  return { ok: true, chunkings };
}
