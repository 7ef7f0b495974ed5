import { isPlainObject, type Misfit } from '../../base/cddl';
import { RESULT_VERSION, withChunkings } from '../../contract/result';
import { parseTypedJson, typedJson } from '../../base/typed-json';
import type { DocId } from '../../base/types';
import { type KeptRankings, RankingsPacker } from '../../domain/run/packed';
import { formOf, PATHS } from '../../domain/workspace/manifest';
import { bytesOf } from '../files/byte-source';
import { misfitOf } from './stored-schema';

const CHUNK_UNITS = 2 ** 16;
const encoder = new TextEncoder();

export async function* jsonLines(
  values: Iterable<unknown> | AsyncIterable<unknown>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let text = '';
  for await (const value of values) {
    text += `${typedJson(value)}\n`;
    if (text.length < CHUNK_UNITS) continue;
    yield encoder.encode(text);
    text = '';
  }
  if (text !== '') yield encoder.encode(text);
}

export const jsonText = (value: unknown): Uint8Array<ArrayBuffer>[] => [encoder.encode(`${typedJson(value, 2)}\n`)];

async function readJsonLines(chunks: AsyncIterable<Uint8Array>): Promise<unknown[]> {
  const values: unknown[] = [];
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let parts: string[] = [];
  for await (const chunk of chunks) {
    const [rest, ...lines] = decoder.decode(chunk, { stream: true }).split('\n');
    parts.push(rest!);
    if (lines.length === 0) continue;
    const last = lines.pop()!;
    values.push(parseTypedJson(parts.join('')), ...lines.map(parseTypedJson));
    parts = [last];
  }
  if (parts.join('') + decoder.decode() !== '') throw new SyntaxError('the last line has no end');
  return values;
}

async function readJson(chunks: AsyncIterable<Uint8Array>, size: number): Promise<unknown> {
  const bytes = await readBytes(chunks, size);
  return parseTypedJson(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
}

const readBytes = (chunks: AsyncIterable<Uint8Array>, bytes: number) =>
  bytesOf({ path: '', bytes, chunks: () => chunks });

/** Rankings as lines: the ranked documents, then each question with pairs of document number and score. */
export function* listLines(queries: readonly string[], { docs, rankings }: KeptRankings): Generator<unknown> {
  yield { docs };
  const { offsets, docs: ranked, scores } = rankings;
  for (const [i, query] of queries.entries()) {
    const hits: [number, number][] = [];
    for (let at = offsets[i]!; at < offsets[i + 1]!; at++) hits.push([ranked[at]!, scores[at]!]);
    yield { query, hits };
  }
}

export const isOnce = (values: ArrayLike<unknown>): boolean => new Set(Array.from(values)).size === values.length;

/** Whether there is a list of some of the documents, each once, for each of so many questions. */
export const areLists = (
  { docs, rankings: { offsets, docs: ranked, scores } }: KeptRankings,
  questions: number,
): boolean =>
  offsets.length === questions + 1 &&
  offsets[0] === 0 &&
  offsets.every((end, i) => i === 0 || end >= offsets[i - 1]!) &&
  offsets.at(-1) === ranked.length &&
  ranked.length === scores.length &&
  ranked.every((doc) => doc < docs.length) &&
  Array.from({ length: questions }, (_, i) => ranked.slice(offsets[i], offsets[i + 1])).every(isOnce);

export interface ReadLists {
  readonly queries: readonly string[];
  readonly kept: KeptRankings;
}

/** Where an entry is not as the app writes it. */
export interface LineMisfit extends Misfit {
  readonly line?: number;
}

export class InvalidEntry extends Error {
  override readonly name = 'InvalidEntry';

  constructor(readonly flaw: LineMisfit) {
    super(flaw.expected);
  }
}

export const flawed = (path: string, expected: string, found: string, line?: number): InvalidEntry =>
  new InvalidEntry({ path, expected, found, ...(line === undefined ? {} : { line }) });

function check(rule: string, value: unknown, line?: number): void {
  const misfit = misfitOf(rule, value);
  if (misfit) throw flawed(misfit.path, misfit.expected, misfit.found, line);
}

/** @param bytes how many there are, as the file says */
type Reader = (chunks: AsyncIterable<Uint8Array>, bytes: number) => Promise<unknown>;

const one =
  (rule: string): Reader =>
  async (chunks, bytes) => {
    const value = await readJson(chunks, bytes);
    check(rule, value);
    return value;
  };

/** @param key of which no two may be alike */
const many =
  (rule: string, key?: string): Reader =>
  async (chunks) => {
    const values = await readJsonLines(chunks);
    const seen = new Map<unknown, number>();
    for (const [i, value] of values.entries()) {
      check(rule, value, i + 1);
      if (key === undefined) continue;
      const name = (value as Readonly<Record<string, unknown>>)[key];
      if (seen.has(name)) throw flawed(key, `another value than on line ${seen.get(name)}`, 'the same', i + 1);
      seen.set(name, i + 1);
    }
    return values;
  };

const lists: Reader = async (chunks): Promise<ReadLists> => {
  const [head, ...lines] = await readJsonLines(chunks);
  check('lists-head', head, 1);
  const { docs } = head as { docs: readonly DocId[] };
  if (!isOnce(docs)) throw flawed('docs', 'each document once', 'one again', 1);
  lines.forEach((line, i) => check('list', line, i + 2));
  const read = lines as readonly { readonly query: string; readonly hits: readonly (readonly [number, number])[] }[];
  const packer = new RankingsPacker(read.map(({ hits }) => hits.length));
  for (const [i, { hits }] of read.entries()) {
    if (!isOnce(hits.map(([doc]) => doc))) throw flawed('hits', 'each document once', 'one again', i + 2);
    for (const [doc, score] of hits) {
      if (doc >= docs.length) throw flawed('hits', `a document below ${docs.length}`, String(doc), i + 2);
      packer.add(doc, score);
    }
  }
  return { queries: read.map(({ query }) => query), kept: { docs, rankings: packer.packed } };
};

const isOfRetiredQueue = (judging: unknown): boolean => isPlainObject(judging) && judging['queue'] !== 'questions';

const result: Reader = async (chunks) => {
  const [first, ...systems] = await readJsonLines(chunks);
  const head = isPlainObject(first) ? withChunkings(first) : first;
  const isOther = isPlainObject(head) && (head['version'] !== RESULT_VERSION || isOfRetiredQueue(head['judging']));
  check(isOther ? 'other-result' : 'result', head, 1);
  systems.forEach((system, i) => check('system-result', system, i + 2));
  return [head, ...systems];
};

const READERS: Readonly<Record<string, Reader>> = {
  [PATHS.collection]: one('collection'),
  [PATHS.docs]: many('doc', 'id'),
  [PATHS.queries]: many('question', 'id'),
  [PATHS.judgments]: many('judgment'),
  [PATHS.requirements]: many('requirement', 'query'),
  [PATHS.acts]: many('act'),
  [PATHS.judges]: one('judges'),
  [PATHS.annotations]: one('annotations'),
  [PATHS.runNotes]: one('run-notes'),
  [PATHS.judgingPlan]: one('judging-plan'),
  [PATHS.automaticJudges]: one('automatic-judges'),
  [PATHS.blindComparisons]: many('blind', 'key'),
  [PATHS.settings]: one('settings'),
  [PATHS.stages]: many('stage', 'key'),
  [PATHS.vectors]: many('vectors'),
  [PATHS.experiment(1)]: one('experiment'),
  [PATHS.result(1)]: result,
  [PATHS.rankings(1, 1)]: lists,
  [PATHS.learned(1, 1)]: one('learned'),
  [PATHS.scoredBy(1)]: one('scored-by'),
  [PATHS.run(1)]: one('run'),
  [PATHS.runLists(1)]: lists,
  [PATHS.supplied(1)]: one('supplied'),
  [PATHS.rewrites(1)]: many('rewrite'),
  [PATHS.contexts(1)]: many('context'),
  [PATHS.passageVectors(1)]: readBytes,
  [PATHS.questionVectors(1)]: readBytes,
};

/** @param path of the grammar of `isEntryPath` */
export const entryReader = (path: string): Reader => READERS[formOf(path)]!;
