import {
  bitsPerNumber,
  bytesOfVectors,
  floatBlocks,
  floatRows,
  pickRows,
  rowCount,
  type Vectors,
  vectorsOfBytes,
} from '../../../../base/vectors';
import { docId, queryId } from '../../../../base/types';
import { groupBy, tally } from '../../../../base/containers';
import { folderOf } from '../../../../base/paths';
import type { ImportedVectors } from '../../outcome';
import type { UnfitVectors, VectorDoubt } from './problems';
import { problem, type ProblemLog } from '../../problem';
import type { VectorSet } from '../content';
import { type Ground, type MatchedRows, RowMatcher } from './match-rows';

export interface FittedVectors extends Omit<VectorSet, 'textKeys'> {
  readonly files: readonly [string, string];
  /** What a file with several vectors a row calls these. */
  readonly set?: string;
  readonly without: number;
}

/** Passages with questions of each model. What does not fit is in the log. */
export function fitVectors(sets: readonly ImportedVectors[], ground: Ground, log: ProblemLog): FittedVectors[] {
  const refuse = (file: string, unfit: UnfitVectors): [] => {
    log.add(problem('unfit-vectors', { file }, unfit));
    return [];
  };
  if (ground.docs.length === 0) return refuse(sets[0]!.file, { why: 'no-documents' });
  const matcher = new RowMatcher(ground);
  const before = log.problems.length;
  const matched = joined(sets, ground).flatMap((set) => {
    const rows = matcher.match(set);
    if ('why' in rows) return refuse(set.file, rows);
    return rows.filter((each) => isSound(each, matcher, log));
  });
  if (log.problems.length > before) return [];
  const pairs = pairsOf(matched);
  if ('why' in pairs) return refuse(pairs.file, pairs.why);
  return pairs.flatMap(([passages, questions]) => fitted(passages, questions, ground, log) ?? []);
}

const warn = (log: ProblemLog, file: string, doubt: VectorDoubt): void =>
  log.warn(problem('doubtful-vectors', { file }, doubt));

const NUMBER = /\d+(?=\D*$)/;

/** Parts of an array, `documents-0.npy` and so on, in their order, where together they have the rows that are asked for. */
function joined(sets: readonly ImportedVectors[], { docs, queries }: Ground): ImportedVectors[] {
  const nameOf = ({ file, fields, dimensions }: ImportedVectors): string =>
    fields.length > 0 ? file : `${file.replace(NUMBER, '*')} ${dimensions}`;
  return [...groupBy(sets, nameOf).values()].flatMap((parts) => {
    const order = parts.toSorted((a, b) => Number(NUMBER.exec(a.file)) - Number(NUMBER.exec(b.file)));
    const isOne = parts[0]!.fields.length === 0 && parts.length > 1;
    const rows = parts.reduce((sum, { values, dimensions }) => sum + rowCount(values, dimensions), 0);
    return isOne && [docs.length, queries.length].includes(rows)
      ? [{ ...order[0]!, values: concatenated(order) }]
      : parts;
  });
}

/** Of one kind, or all as numbers of single precision. */
function concatenated(parts: readonly ImportedVectors[]): Vectors {
  const kinds = new Set(parts.map(({ values }) => bitsPerNumber(values)));
  const values = parts.map((part) => (kinds.size === 1 ? part.values : floatRows(part.values, part.dimensions)));
  const bytes = new Uint8Array(values.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const part of values) {
    bytes.set(bytesOfVectors(part), at);
    at += part.byteLength;
  }
  return vectorsOfBytes(bytes, (bytes.length * 8) / bitsPerNumber(values[0]!))!;
}

/** Whether ids are each there once, but for parts of documents, and texts beside them are those of the collection. */
function isSound(matched: MatchedRows, matcher: RowMatcher, log: ProblemLog): boolean {
  const { file } = matched.set;
  const again = matched.areParts ? undefined : [...tally(matched.ids)].find(([, count]) => count > 1);
  const [ids, rows] = [matcher.differing(matched), matched.rows.length];
  const areOthers = ids.length * 2 > rows;
  if (again) log.add(problem('unfit-vectors', { file }, { why: 'repeated', id: again[0], rows: again[1] }));
  if (areOthers) log.add(problem('unfit-vectors', { file }, { why: 'texts', ids, rows }));
  else if (ids.length > 0) warn(log, file, { why: 'texts', ids, rows });
  return !again && !areOthers;
}

type Pair = readonly [passages: MatchedRows, questions: MatchedRows];

/** Those of one width, one name of a set and one folder; where there is one of each side they are meant together. */
function pairsOf(matched: readonly MatchedRows[]): Pair[] | { readonly file: string; readonly why: UnfitVectors } {
  const keyOf = ({ set: { dimensions, set = '' } }: MatchedRows): string => JSON.stringify([dimensions, set]);
  const folder = ({ set }: MatchedRows): string => folderOf(set.file);
  const alike = groupBy(matched, (each) => `${each.role} ${keyOf(each)} ${folder(each)}`);
  const several = [...alike.values()].find(({ length }) => length > 1);
  if (several)
    return { file: '', why: { why: 'several', of: several[0]!.role, files: several.map(({ set }) => set.file) } };
  const passages = matched.filter(({ role }) => role === 'passages');
  const questions = matched.filter(({ role }) => role === 'questions');
  const [one, asked] = [passages[0], questions[0]];
  if (one && asked && matched.length === 2) {
    const [first, second] = [one.set.dimensions, asked.set.dimensions];
    if (first === second) return [[one, asked]];
    return { file: asked.set.file, why: { why: 'widths', passages: first, questions: second } };
  }
  const pairs = passages.flatMap((each): Pair[] => {
    const fitting = questions.filter((other) => keyOf(other) === keyOf(each));
    const isApart = (other: MatchedRows): boolean => !alike.has(`passages ${keyOf(other)} ${folder(other)}`);
    const own = fitting.find((other) => folder(other) === folder(each)) ?? fitting.find(isApart);
    return own ? [[each, own]] : [];
  });
  const alone = matched.find((each) => !pairs.some((pair) => pair.includes(each)));
  return alone ? { file: alone.set.file, why: { why: 'alone', there: alone.role } } : pairs;
}

const valuesOf = ({ set: { values, dimensions }, rows }: MatchedRows): Vectors =>
  rows.length === rowCount(values, dimensions) ? values : pickRows(values, dimensions, rows);

function fitted(
  passages: MatchedRows,
  questions: MatchedRows,
  { docs, queries }: Ground,
  log: ProblemLog,
): FittedVectors | null {
  const { file, dimensions, set } = passages.set;
  for (const { set: own, role, unknown, rows } of [passages, questions])
    if (unknown.length > 0)
      log.warn(problem('partly-fitting', { file: own.file }, role, unknown, unknown.length + rows.length));
  const there = new Set(passages.ids);
  const ids = docs.filter((id) => !there.has(id));
  if (ids.length > 0) {
    const unfit = { why: 'missing', ids, docs: docs.length, unknown: passages.unknown } as const;
    log.add(problem('unfit-vectors', { file }, unfit));
    return null;
  }
  const found: FittedVectors = {
    kind: 'vectors',
    files: [file, questions.set.file],
    ...(set !== undefined && { set }),
    dimensions,
    docs: passages.ids.map(docId),
    passages: valuesOf(passages),
    queries: questions.ids.map(queryId),
    questions: floatRows(valuesOf(questions), dimensions),
    without: queries.length - questions.ids.length,
  };
  warnOfDoubts(found, passages.set, questions.set, log);
  return found;
}

/** What gives plausible figures of other vectors than those that are meant. */
function warnOfDoubts(
  { passages, questions, dimensions }: FittedVectors,
  { file, models, fields }: ImportedVectors,
  asked: ImportedVectors,
  log: ProblemLog,
): void {
  if (models.length > 0 && asked.models.length > 0 && new Set([...models, ...asked.models]).size > 1)
    warn(log, file, { why: 'models', passages: models, questions: asked.models });
  const hashes = rowHashes(passages, dimensions);
  const rows = [...tally(hashes).values()].reduce((most, count) => Math.max(most, count), 0);
  if (rows > 2 && rows * 10 >= hashes.length) warn(log, file, { why: 'equal', rows, of: hashes.length });
  const known = new Set(hashes);
  const own = rowHashes(questions, dimensions);
  const copied = own.filter((hash) => known.has(hash)).length;
  if (copied > 2 && copied * 2 > own.length) warn(log, asked.file, { why: 'copied', rows: copied, of: own.length });
  const isSquare = fields.length === 0 && hashes.length === dimensions;
  if (isSquare && areOfOneLength(passages, dimensions, 'columns') && !areOfOneLength(passages, dimensions, 'rows'))
    warn(log, file, { why: 'transposed', rows: dimensions });
}

/** Of a square array. */
function areOfOneLength(vectors: Vectors, size: number, of: 'rows' | 'columns'): boolean {
  const squares = new Float64Array(size);
  floatRows(vectors, size).forEach(
    (value, at) => (squares[of === 'rows' ? Math.floor(at / size) : at % size]! += value * value),
  );
  return Math.sqrt(Math.max(...squares)) < 1.01 * Math.sqrt(Math.min(...squares));
}

/** Of the bits of each row as numbers of single precision: few of many rows share one by chance. */
function rowHashes(vectors: Vectors, dimensions: number): number[] {
  const hashes: number[] = [];
  for (const block of floatBlocks(vectors, dimensions)) {
    const bits = new Uint32Array(block.buffer, block.byteOffset, block.length);
    for (let at = 0; at < bits.length; at += dimensions) {
      let hash = 0;
      for (let i = at; i < at + dimensions; i++) hash = Math.imul(hash ^ bits[i]!, 0x01000193) ^ (hash >>> 15);
      hashes.push(hash);
    }
  }
  return hashes;
}
