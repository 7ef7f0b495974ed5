import { docId, type Ranking } from '../../../base/types';
import { fuse } from '../../fusion/fuse';
import type { FusionSpec } from '../../fusion/fusion-spec';
import { type Abilities, expressedBy } from '../abilities';
import type { HandedSystem, HandoverTarget } from '../target';

/** A library in whose code a system is written: the retrievers are the person's own, and are fused as here. */
export interface Library {
  /** Of the file, without its ending. */
  readonly name: string;
  /** As `pip` takes them. */
  readonly packages: readonly string[];
  readonly fusion: Abilities['fusion'];
  /** The program, which checks itself on small lists when it is run. */
  readonly program: (parts: ProgramParts) => string;
}

export interface ProgramParts {
  readonly fusion: FusionSpec | null;
  readonly lists: number;
  readonly depth: number;
  readonly k: number;
  /** Small lists and the beginning of what they are fused to, as far as no two scores are equal. */
  readonly check: { readonly lists: readonly Ranking[]; readonly expected: readonly string[] };
}

export function codeTarget({ name, packages, fusion, program }: Library): HandoverTarget {
  const abilities: Abilities = {
    words: (spec) => spec,
    vectors: () => true,
    fusion,
    filters: ['values', 'range', 'question'],
    threshold: false,
    anyRetriever: true,
  };
  return {
    kind: 'code',
    expressed: ({ system }) => expressedBy(abilities, system),
    forms: ({ system }) => system.retrievers.map(() => 'none'),
    notes: () => [{ code: 'retrievers-open', data: null }],
    commands: () => [
      { does: 'install', shell: 'python3 -m pip install -r requirements.txt' },
      { does: 'run', shell: `python3 ${name}.py` },
    ],
    files: (handed) => [
      { path: `${name}.py`, text: program(partsOf(handed)) },
      { path: 'requirements.txt', text: packages.map((line) => `${line}\n`).join('') },
    ],
  };
}

function partsOf({ system, depth, k }: HandedSystem): ProgramParts {
  const { fusion } = system;
  const lists = smallLists(system.retrievers.length);
  return { fusion, lists: lists.length, depth, k, check: { lists, expected: checked(lists, fusion) } };
}

/** Passages of the check, by one letter each. */
const LETTERS = 'abcdefghijklmnop';
const LENGTH = 5;

/** Lists of five passages that share some, with falling scores whose distances differ. */
const smallLists = (count: number): Ranking[] =>
  Array.from({ length: count }, (_, list) =>
    Array.from({ length: LENGTH }, (_, place) => ({
      id: docId(LETTERS[(list * 2 + place * (list + 1)) % (LENGTH + count)]!),
      score: (10 + list) / (1 + place) ** 1.5,
    })).filter(({ id }, place, all) => all.findIndex((other) => other.id === id) === place),
  );

const EQUAL = 1e-9;

function checked(lists: readonly Ranking[], fusion: FusionSpec | null): string[] {
  const fused = fusion ? fuse(lists, fusion) : lists[0]!;
  const tie = fused.findIndex(({ score }, i) => i > 0 && fused[i - 1]!.score - score < EQUAL);
  // Of two that are equal either may come first.
  return (tie < 0 ? fused : fused.slice(0, tie - 1)).map(({ id }) => id);
}

/** A value as Python writes it. */
export function python(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(python).join(', ')}]`;
  const entries = Object.entries(value as object);
  return `{${entries.map(([key, each]) => `${JSON.stringify(key)}: ${python(each)}`).join(', ')}}`;
}

export const idsOf = (lists: readonly Ranking[]): string[][] => lists.map((list) => list.map(({ id }) => id));

export const scoresOf = (lists: readonly Ranking[]): Record<string, number>[] =>
  lists.map((list) => Object.fromEntries(list.map(({ id, score }) => [id, score])));

export const listWeights = (fusion: FusionSpec | null, lists: number): readonly number[] =>
  fusion && 'weights' in fusion ? fusion.weights : Array.from({ length: lists }, () => 1);

export const constantOf = (fusion: FusionSpec | null): number =>
  fusion?.method === 'rrf' && typeof fusion.constant === 'number' ? fusion.constant : 60;
