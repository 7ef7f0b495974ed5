import { flatMapAsync } from '../../../base/containers';
import { baseName, stemOf } from '../../../base/paths';
import { SyntaxFailure } from '../json';
import { looksLikeList, parseLiteral } from '../readers/lists';
import { isMembers } from '../readers/json-records';
import { readRecords } from '../readers/records';
import { guarded, ProblemLog } from '../problem';
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

/** Rows that are shown, and rows whose values are looked at. */
const ROWS = 5;
const MOST_ROWS = 500;
const UNITS = 200;
const MAX_FIELDS = 60;
const MAX_DEPTH = 4;

interface Table extends Omit<SeenTable, 'proposed'> {
  readonly proposed: Map<Role, string>;
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
  return found.map(({ file, fields, proposed }) => ({ file, fields, proposed: Object.fromEntries(proposed) }));
}

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
    paths.slice(0, MAX_FIELDS).map((path) => [path, first.map((record) => written(valuesAt(record, path)))]),
  );
  const fields = [...values].map(([path, all]) => ({
    path,
    samples: all.slice(0, ROWS).map((value) => value.slice(0, UNITS)),
  }));
  return { file: file.path, fields, values, proposed: proposedRoles(fields) };
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

/** The first free field whose values are such. */
function propose(role: Role, { proposed, values }: Table, test: (values: readonly string[]) => boolean): void {
  const isFree = (path: string): boolean => ![...proposed.values()].includes(path);
  const found = [...values].find(([path, own]) => isFree(path) && own.length > 1 && test(own));
  if (found && !proposed.has(role)) proposed.set(role, found[0]);
}

/** Long texts beside ids, where nobody asks, are of documents. */
function proposeTexts(table: Table): void {
  propose('vector', table, (own) => isMost(own, (text) => NUMBERS.test(text)));
  const { proposed } = table;
  if (proposed.has('question') || proposed.has('question-id')) return;
  if (!proposed.has('vector'))
    propose('text', table, (own) => isMost(own, (text) => text.length >= LONG && !looksLikeList(text)));
  if (!proposed.has('text') && !proposed.has('vector')) return;
  propose(
    'document',
    table,
    (own) => new Set(own).size === own.length && own.every((id) => id !== '' && id.length < LONG),
  );
}

/** Ids of other files, or their names; beside a question and its document, whole numbers from 0 to 4 are grades. */
function proposeIds(table: Table, tables: readonly Table[], paths: readonly string[]): void {
  const { proposed } = table;
  if (!proposed.has('question') && !proposed.has('question-id')) return;
  const others = tables.flatMap((other) =>
    other === table ? [] : (other.values.get(other.proposed.get('document') ?? '') ?? []),
  );
  const names = paths.filter((path) => path !== table.file).flatMap((path) => [path, baseName(path), stemOf(path)]);
  const known = new Set([...others, ...names]);
  const areKnown = (own: readonly string[]): boolean => isMost(own, (id) => known.has(id.trim()));
  if (!proposed.has('document') && !proposed.has('relevant')) {
    propose('document', table, areKnown);
    propose('relevant', table, (own) => isMost(own, looksLikeList) && areKnown(own.flatMap(itemsOf)));
  }
  if (proposed.has('document'))
    propose('grade', table, (own) => own.every((grade) => /^[0-4]$/.test(grade.trim())) && new Set(own).size > 1);
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

const isMost = (samples: readonly string[], test: (text: string) => boolean): boolean => {
  const filled = samples.filter((text) => text.trim() !== '');
  return filled.length > 0 && filled.filter(test).length * 2 > filled.length;
};

function fits(role: Role, { samples }: SeenField): boolean {
  if (LIST.has(role)) return isMost(samples, looksLikeList);
  if (role === 'grade' || role === 'rank') return isMost(samples, (text) => NUMBER.test(text.trim()));
  return samples.some((text) => text.trim() !== '');
}
