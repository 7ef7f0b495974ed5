import { flatMapAsync } from '../../../base/containers';
import { baseName, stemOf } from '../../../base/paths';
import { SyntaxFailure } from '../json';
import { looksLikeList, parseLiteral } from '../readers/lists';
import { readRecords } from '../readers/records';
import { guarded, ProblemLog } from '../problem';
import type { SourceText } from '../source';
import { pathsIn, valuesAt } from './mapping';
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
  /** Roles that are for a person to confirm: neither the name says them, nor ids that other files have. */
  readonly guessed?: readonly Role[];
}

/** Rows that are shown, and rows whose values are looked at. */
const ROWS = 5;
const MOST_ROWS = 5000;
const UNITS = 200;
const KEPT_UNITS = 2000;
const MAX_FIELDS = 60;

interface Table extends Omit<SeenTable, 'proposed' | 'guessed'> {
  readonly proposed: Map<Role, string>;
  readonly guessed: Set<Role>;
  /** Of each field. */
  readonly values: ReadonlyMap<string, readonly string[]>;
}

/** The tables among files, with roles proposed by names, then by values. @param paths of all files that were given */
export async function seenTables(files: readonly SourceText[], paths: readonly string[]): Promise<SeenTable[]> {
  const log = new ProblemLog();
  const found = await flatMapAsync(files, async (file) => {
    const table = await guarded(log, () => tableIn(file));
    return table ? [table] : [];
  });
  for (const table of found) proposeTexts(table);
  for (const table of found) proposeIds(table, found, paths);
  return found.map(({ file, fields, proposed, guessed }) => ({
    file,
    fields,
    proposed: Object.fromEntries(proposed),
    guessed: [...guessed],
  }));
}

export const certainRoles = ({ proposed, guessed = [] }: SeenTable): Mapping =>
  Object.fromEntries(Object.entries(proposed).filter(([role]) => !guessed.includes(role as Role)));

/** @throws {SourceFailure} as the source does */
async function tableIn(file: SourceText): Promise<Table | null> {
  const log = new ProblemLog();
  const first: Parameters<typeof valuesAt>[0][] = [];
  for await (const records of readRecords(file, [], log, () => undefined)) {
    first.push(...records.slice(0, MOST_ROWS - first.length));
    if (first.length === MOST_ROWS) break;
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
  const values = new Map(
    paths
      .slice(0, MAX_FIELDS)
      .map((path) => [path, first.map((record) => written(valuesAt(record, path)).slice(0, KEPT_UNITS))]),
  );
  const fields = [...values].map(([path, all]) => ({
    path,
    samples: all.slice(0, ROWS).map((value) => value.slice(0, UNITS)),
  }));
  return { file: file.path, fields, values, proposed: proposedRoles(fields), guessed: new Set() };
}

const written = (value: unknown): string =>
  typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value);

/** By names, the whole path before its last part; then by values. */
function proposedRoles(fields: readonly SeenField[]): Map<Role, string> {
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
  return proposed;
}

/** The free field of which most values are such. */
function propose(role: Role, { proposed, values }: Table, share: (values: readonly string[]) => number): void {
  if (proposed.has(role)) return;
  const taken = [...proposed.values()];
  const found = [...values].filter(([path, own]) => !taken.includes(path) && own.length > 1);
  const best = found.map(([path, own]) => [path, share(own)] as const).sort(([, a], [, b]) => b - a)[0];
  if (best && best[1] > 1 / 2) proposed.set(role, best[0]);
}

const shareOf = (values: readonly string[], test: (value: string) => boolean): number => {
  const filled = values.filter((text) => text.trim() !== '');
  return filled.length === 0 ? 0 : filled.filter(test).length / filled.length;
};

/** Long texts beside ids, where nobody asks, are of documents. */
function proposeTexts(table: Table): void {
  const { proposed, guessed } = table;
  if (proposed.has('question') || proposed.has('question-id')) return;
  const before = new Set(proposed.keys());
  propose('vector', table, (own) => shareOf(own, (text) => NUMBERS.test(text) && text.includes('.')));
  if (!proposed.has('vector'))
    propose('text', table, (own) => shareOf(own, (text) => text.length >= LONG && !looksLikeList(text)));
  if (proposed.has('text') || proposed.has('vector'))
    propose('document', table, (own) =>
      Number(new Set(own).size === own.length && own.every((id) => id !== '' && id.length < LONG)),
    );
  for (const role of proposed.keys()) if (!before.has(role)) guessed.add(role);
}

/** Ids of other files, or their names, numbers of rows apart; beside a question and its document, 0 to 4 are grades. */
function proposeIds(table: Table, tables: readonly Table[], paths: readonly string[]): void {
  const { proposed, guessed } = table;
  if (!proposed.has('question') && !proposed.has('question-id')) return;
  const others = tables.flatMap((other) =>
    other === table ? [] : (other.values.get(other.proposed.get('document') ?? '') ?? []),
  );
  const names = paths.filter((path) => path !== table.file).flatMap((path) => [path, baseName(path), stemOf(path)]);
  const known = new Set([...others, ...names]);
  const isKnown = (id: string): boolean => known.has(id.trim());
  const areNumbered = (own: readonly string[]): boolean => own.every((id, i) => Number(id) - Number(own[0]) === i);
  if (!proposed.has('document') && !proposed.has('relevant')) {
    propose('document', table, (own) => (areNumbered(own) ? 0 : shareOf(own, isKnown)));
    if (shareOf(table.values.get(proposed.get('document') ?? '') ?? [], (id) => /^\d*$/.test(id.trim())) > 0)
      guessed.add('document');
    propose('relevant', table, (own) =>
      shareOf(own, looksLikeList) > 1 / 2 ? shareOf(own.flatMap(itemsOf), isKnown) : 0,
    );
  }
  if (!proposed.has('document') || proposed.has('answer') || proposed.has('grade')) return;
  guessed.add('grade');
  propose('grade', table, (own) =>
    Number(own.every((grade) => /^[0-4]$/.test(grade.trim())) && new Set(own).size > 1 && !areNumbered(own)),
  );
}

function itemsOf(list: string): readonly string[] {
  try {
    return [parseLiteral(list)].flat(2).map(String);
  } catch (error) {
    if (error instanceof SyntaxFailure) return [];
    throw error;
  }
}

const LONG = 100;
const NUMBERS = /^\[\s*-?\d[\d.eE+-]*(?:\s*,\s*-?\d[\d.eE+-]*){7,}\s*\]$/;
const ASKS = /[?？か]\s*$/u;
const NUMBER = /^[+-]?\d+(?:\.\d+)?$/;
const LIST: ReadonlySet<Role> = new Set(['relevant', 'relevant-text', 'retrieved', 'retrieved-text']);

const isMost = (samples: readonly string[], test: (text: string) => boolean): boolean => shareOf(samples, test) > 1 / 2;

function fits(role: Role, { samples }: SeenField): boolean {
  if (LIST.has(role)) return isMost(samples, looksLikeList);
  if (role === 'grade' || role === 'rank') return isMost(samples, (text) => NUMBER.test(text.trim()));
  return samples.some((text) => text.trim() !== '');
}
