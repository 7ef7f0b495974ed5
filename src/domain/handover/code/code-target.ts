import { docId, type Ranking } from '../../../base/types';
import type { EngineId } from '../../fusion/engines/engine-names';
import type { EngineFusion } from '../../fusion/engines/nearest';
import { fuse } from '../../fusion/fuse';
import type { FusionSpec } from '../../fusion/fusion-spec';
import { type Abilities, expressedBy } from '../abilities';
import { toldFusion } from '../fusions';
import type { HandedSystem, HandoverTarget } from '../target';

/** A library in whose code a system is written: the retrievers are the person's own, and are fused as here. */
export interface Library {
  /** Of the file, without its ending. */
  readonly name: string;
  /** Whose fusions it has; null where it is none of the engines. */
  readonly engine: EngineId | null;
  /** As `pip` takes them. */
  readonly packages: readonly string[];
  readonly fusion: Abilities['fusion'];
  /** The program, which checks itself on small lists when it is run. */
  readonly program: (parts: ProgramParts) => string;
}

export interface ProgramParts {
  readonly fusion: FusionSpec | null;
  /** In the words of the library; null for one list, and of one that is none of the engines. */
  readonly told: EngineFusion | null;
  readonly lists: number;
  readonly depth: number;
  readonly k: number;
  /** Small lists and the beginning of what they are fused to, as far as no two scores are equal. */
  readonly check: { readonly lists: readonly Ranking[]; readonly expected: readonly string[] };
}

export function codeTarget({ name, engine, packages, fusion, program }: Library): HandoverTarget {
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
      { path: `${name}.py`, text: program(partsOf(handed, engine)) },
      { path: 'requirements.txt', text: packages.map((line) => `${line}\n`).join('') },
    ],
  };
}

function partsOf({ system, depth, k }: HandedSystem, engine: EngineId | null): ProgramParts {
  const { fusion } = system;
  const lists = smallLists(system.retrievers.length);
  const told = fusion && engine ? toldFusion(engine, fusion, lists.length) : null;
  return {
    fusion,
    told,
    lists: lists.length,
    depth: told?.window?.lists ?? depth,
    k,
    check: { lists, expected: checked(lists, fusion) },
  };
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
