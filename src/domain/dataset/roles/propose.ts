import { looksLikeList } from '../readers/lists';
import { isMembers } from '../readers/json-records';
import { readRecords } from '../readers/records';
import { ProblemLog } from '../problem';
import type { SourceText } from '../source';
import { valuesAt } from './mapping';
import type { Mapping, Role } from './role';
import { NAMES, plainName } from './names';

/** A field of a table of which nobody knows yet what it is. */
export interface SeenField {
  readonly path: string;
  /** Its first values, shortened. */
  readonly samples: readonly string[];
}

export interface SeenTable {
  readonly file: string;
  readonly fields: readonly SeenField[];
  /** What the names and values say; empty where they say nothing. */
  readonly proposed: Mapping;
}

const ROWS = 5;
const UNITS = 200;
const MAX_FIELDS = 60;
const MAX_DEPTH = 4;

/** The fields of the first rows. @returns null where the file is no table @throws {SourceFailure} as the source does */
export async function seenTable(file: SourceText): Promise<SeenTable | null> {
  const log = new ProblemLog();
  const first: Parameters<typeof valuesAt>[0][] = [];
  for await (const records of readRecords(file, [], log, () => undefined)) {
    first.push(...records.slice(0, ROWS - first.length));
    if (first.length === ROWS) break;
  }
  const names = [...new Set(first.flatMap(({ fields }) => [...fields.keys()]))];
  const paths = names.flatMap((name) =>
    pathsIn(
      name,
      first.map(({ fields }) => fields.get(name)),
      1,
    ),
  );
  if (log.problems.length > 0 || paths.length < 2) return null;
  const fields = paths
    .slice(0, MAX_FIELDS)
    .map((path) => ({ path, samples: first.map((record) => written(valuesAt(record, path)).slice(0, UNITS)) }));
  return { file: file.path, fields, proposed: proposedRoles(fields) };
}

/** A path to each value that is no object, through objects and the items of lists. */
function pathsIn(path: string, values: readonly unknown[], depth: number): string[] {
  const members = values
    .flatMap((value) => (Array.isArray(value) ? (value as readonly unknown[]) : [value]))
    .filter(isMembers);
  if (members.length === 0 || depth === MAX_DEPTH) return [path];
  const names = [...new Set(members.flatMap((each) => Object.keys(each)))];
  return names.flatMap((name) =>
    pathsIn(
      `${path}.${name}`,
      members.map((each) => each[name]),
      depth + 1,
    ),
  );
}

const written = (value: unknown): string =>
  typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value);

/** By names, the whole path before its last part; then by values. */
function proposedRoles(fields: readonly SeenField[]): Mapping {
  const proposed = new Map<Role, string>();
  const isFree = (path: string): boolean => ![...proposed.values()].includes(path);
  for (const [role, names] of Object.entries(NAMES) as [keyof typeof NAMES, readonly string[]][]) {
    const found = names
      .flatMap((name) => fields.filter(({ path }) => isFree(path) && plainName(path) === name))
      .find((field) => fits(role, field));
    if (found) proposed.set(role, found.path);
  }
  if (!proposed.has('question')) {
    const asking = fields.find(({ path, samples }) => isFree(path) && isMost(samples, (text) => ASKS.test(text)));
    if (asking) proposed.set('question', asking.path);
  }
  return Object.fromEntries(proposed);
}

const ASKS = /[?？か]\s*$/u;
const NUMBER = /^[+-]?\d+(?:\.\d+)?$/;
const LIST: ReadonlySet<Role> = new Set(['relevant', 'relevant-text', 'retrieved', 'retrieved-text']);

const isMost = (samples: readonly string[], test: (text: string) => boolean): boolean => {
  const filled = samples.filter((text) => text.trim() !== '');
  return filled.length > 0 && filled.filter(test).length * 2 > filled.length;
};

function fits(role: Role, { samples }: SeenField): boolean {
  if (LIST.has(role)) return isMost(samples, looksLikeList);
  if (role === 'grade' || role === 'rank') return isMost(samples, (text) => NUMBER.test(text.trim()));
  return samples.some((text) => text.trim() !== '');
}
