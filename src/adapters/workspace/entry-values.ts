import * as v from 'valibot';
import { parseTypedJson, typedJson } from '../../base/typed-json';
import type { DocId } from '../../base/types';
import { type KeptRankings, RankingsPacker } from '../../domain/run/packed';
import { ROLES_SETTING } from '../../domain/dataset/roles/role';
import { PATHS } from '../../domain/workspace/manifest';
import { bytesOf } from '../files/byte-source';

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

export const areListsOf = (queries: readonly unknown[], { docs, rankings }: KeptRankings): boolean =>
  queries.every((query) => typeof query === 'string') &&
  rankings.offsets.length === queries.length + 1 &&
  rankings.offsets[0] === 0 &&
  rankings.offsets.at(-1) === rankings.docs.length &&
  rankings.docs.length === rankings.scores.length &&
  rankings.docs.every((doc) => doc < docs.length);

const Head = v.strictObject({ docs: v.array(v.string()) });
const Line = v.strictObject({ query: v.string(), hits: v.array(v.strictTuple([v.number(), v.number()])) });

export interface ReadLists {
  readonly queries: readonly string[];
  readonly kept: KeptRankings;
}

/** Null for anything else than {@link listLines}. */
function readLists([head, ...lines]: readonly unknown[]): ReadLists | null {
  // Checked and not copied: a copy leaves out fields of some names.
  if (!v.is(Head, head) || !lines.every((line) => v.is(Line, line))) return null;
  const lists = lines as readonly v.InferOutput<typeof Line>[];
  const isPlace = (doc: number): boolean => Number.isInteger(doc) && doc >= 0 && doc < head.docs.length;
  if (!lists.every(({ hits }) => hits.every(([doc]) => isPlace(doc)))) return null;
  const packer = new RankingsPacker(lists.map(({ hits }) => hits.length));
  for (const { hits } of lists) for (const [doc, score] of hits) packer.add(doc, score);
  return {
    queries: lists.map(({ query }) => query),
    kept: { docs: head.docs as readonly string[] as readonly DocId[], rankings: packer.packed },
  };
}

export class InvalidEntry extends Error {
  override readonly name = 'InvalidEntry';
}

const text = v.string();
const number = v.number();

/** Of stored types only what opening reads: an entry whose hash is right is as the app wrote it. */
const Question = v.looseObject({ id: text, text });
const Judgment = v.looseObject({ query: text, doc: text, grade: number });
const System = v.looseObject({ id: text });
const Collection = v.looseObject({
  createdAt: number,
  summary: v.looseObject({ files: v.array(text), splits: v.array(text), languages: v.array(v.looseObject({})) }),
  counts: v.looseObject({ docs: number, queries: number, judgments: number, characters: number }),
  corpusKey: text,
  revision: number,
});
const Doc = v.looseObject({ id: text, title: text, text });
const Requirement = v.looseObject({ query: text, needs: v.array(v.looseObject({ docs: v.array(text) })) });
const Act = v.looseObject({ query: text, doc: text, grade: v.nullable(number), at: number });
const RunNotes = v.looseObject({ runs: v.looseObject({}), baseline: v.nullable(text) });
const Blind = v.looseObject({ key: v.pipe(text, v.regex(/^blind [^ ]+(?: \d{6})?$/)), value: v.looseObject({}) });
const Experiment = v.looseObject({ systems: v.array(System), measures: v.array(text), ks: v.array(number) });
const ResultHead = v.looseObject({ version: number, key: text, createdAt: number, queries: v.array(v.unknown()) });
const ScoredBy = v.looseObject({
  key: text,
  questions: v.looseObject({ queries: v.array(Question), judgments: v.array(Judgment) }),
});
const RunHeader = v.looseObject({ system: text, file: text, format: text, addedAt: number, hash: text });
const Supplied = v.looseObject({
  header: v.looseObject({ name: text, addedAt: number, kind: v.picklist(['rewrites', 'vectors', 'contexts']) }),
  names: v.optional(v.looseObject({ dimensions: number, docs: v.array(text), queries: v.array(text) })),
});
const Rewrite = v.looseObject({ question: text, texts: v.array(text) });
const Settings = v.looseObject({ [ROLES_SETTING]: v.optional(v.record(text, v.record(text, text))) });
const Rows = v.pipe(
  v.looseObject({ namespace: text, keys: v.array(text), width: number, values: v.instance(Float32Array) }),
  v.check(({ keys, width, values }) => values.length === keys.length * width),
);

type Schema = v.GenericSchema<unknown>;
/** @param bytes how many there are, as the file says */
type Reader = (chunks: AsyncIterable<Uint8Array>, bytes: number) => Promise<unknown>;

const one =
  (schema: Schema): Reader =>
  async (chunks, bytes) => {
    const value = await readJson(chunks, bytes);
    if (!v.is(schema, value)) throw new InvalidEntry();
    return value;
  };

const many =
  (schema: Schema, first: Schema = schema): Reader =>
  async (chunks) => {
    const values = await readJsonLines(chunks);
    if (!values.every((value, i) => v.is(i === 0 ? first : schema, value))) throw new InvalidEntry();
    return values;
  };

const lists: Reader = async (chunks): Promise<ReadLists> => {
  const read = readLists(await readJsonLines(chunks));
  if (!read) throw new InvalidEntry();
  return read;
};

const object = v.looseObject({});

const READERS: Readonly<Record<string, Reader>> = {
  [PATHS.collection]: one(Collection),
  [PATHS.docs]: many(Doc),
  [PATHS.queries]: many(Question),
  [PATHS.judgments]: many(Judgment),
  [PATHS.requirements]: many(Requirement),
  [PATHS.acts]: many(Act),
  [PATHS.judges]: one(object),
  [PATHS.annotations]: one(v.looseObject({ questions: object, sets: v.array(object) })),
  [PATHS.runNotes]: one(RunNotes),
  [PATHS.judgingPlan]: one(object),
  [PATHS.automaticJudges]: one(object),
  [PATHS.blindComparisons]: many(Blind),
  [PATHS.settings]: one(Settings),
  [PATHS.stages]: many(v.looseObject({ key: text })),
  [PATHS.vectors]: many(Rows),
};

const NUMBERED: readonly (readonly [RegExp, Reader])[] = [
  [/\/experiment\.json$/, one(Experiment)],
  [/\/result\.jsonl$/, many(v.looseObject({ id: text, measures: object }), ResultHead)],
  [/\/rankings-\d+\.jsonl$/, lists],
  [/\/learned-\d+\.json$/, one(object)],
  [/^scored-by\//, one(ScoredBy)],
  [/\/run\.json$/, one(RunHeader)],
  [/\/lists\.jsonl$/, lists],
  [/\/about\.json$/, one(Supplied)],
  [/\/rewrites\.jsonl$/, many(Rewrite)],
  [/\/contexts\.jsonl$/, many(v.looseObject({ context: text }))],
  [/\.f32$/, readBytes],
];

/** @param path of the grammar of `isEntryPath` */
export const entryReader = (path: string): Reader =>
  Object.hasOwn(READERS, path) ? READERS[path]! : NUMBERED.find(([pattern]) => pattern.test(path))![1];
