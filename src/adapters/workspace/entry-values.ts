import * as v from 'valibot';
import { PATHS } from '../../domain/workspace/entry-paths';
import { readBytes, readJson, readJsonLines, readLists, type ReadLists } from './lines';

/**
 * What each entry of a workspace is read to. Values are checked and not copied: a copy by a schema would leave out fields
 * that it does not know, and those of some names.
 */

/** What an entry holds is not what its path promises, though its bytes are right. */
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
const Rows = v.pipe(
  v.looseObject({ namespace: text, keys: v.array(text), width: number, values: v.instance(Float32Array) }),
  v.check(({ keys, width, values }) => values.length === keys.length * width),
);

type Schema = v.GenericSchema<unknown>;
type Reader = (chunks: AsyncIterable<Uint8Array>) => Promise<unknown>;

const one =
  (schema: Schema): Reader =>
  async (chunks) => {
    const value = await readJson(chunks);
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

const floats: Reader = async (chunks) => {
  const bytes = await readBytes(chunks);
  if (bytes.length % Float32Array.BYTES_PER_ELEMENT !== 0) throw new InvalidEntry();
  return new Float32Array(bytes.buffer);
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
  [PATHS.settings]: one(object),
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
  [/\.f32$/, floats],
];

/** @param path of the grammar of `isEntryPath` */
export const entryReader = (path: string): Reader =>
  Object.hasOwn(READERS, path) ? READERS[path]! : NUMBERED.find(([pattern]) => pattern.test(path))![1];
