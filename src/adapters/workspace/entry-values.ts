import * as v from 'valibot';
import { INTERLEAVINGS } from '../../domain/learning/interleaving/registry';
import { MERGE_RULES } from '../../domain/judging/merge/rules';
import { PATHS } from '../../domain/workspace/entry-paths';
import { readLists, type ReadLists } from './list-lines';
import { readBytes, readJson, readJsonLines } from './lines';

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
const span = v.looseObject({ start: number, end: number });

const Doc = v.looseObject({
  id: text,
  title: text,
  text,
  metadata: v.optional(v.looseObject({})),
  outline: v.optional(v.looseObject({ pages: v.array(number), headings: v.array(v.looseObject({ text })) })),
});
const Query = v.looseObject({ id: text, text });
const Judgment = v.looseObject({ query: text, doc: text, grade: number, span: v.optional(span) });
const Requirement = v.looseObject({ query: text, needs: v.array(v.looseObject({ docs: v.array(text) })) });
const Act = v.looseObject({
  query: text,
  doc: text,
  span: v.nullable(span),
  grade: v.nullable(number),
  round: number,
  note: text,
  milliseconds: number,
  at: number,
});
const Collection = v.looseObject({
  createdAt: number,
  summary: v.looseObject({
    name: text,
    format: text,
    files: v.array(text),
    splits: v.array(text),
    split: v.nullable(text),
    languages: v.array(v.looseObject({ language: text, share: number })),
  }),
  counts: v.looseObject({
    docs: number,
    queries: number,
    judgments: number,
    judgedQueries: number,
    characters: number,
  }),
  corpusKey: text,
  metadata: v.optional(v.looseObject({ key: text, fields: v.array(v.looseObject({})) })),
  documents: v.optional(v.looseObject({ preparation: v.looseObject({}), files: v.array(v.looseObject({})) })),
  revision: number,
  judgedActs: v.optional(number),
});
const Annotations = v.looseObject({
  questions: v.looseObject({}),
  sets: v.array(v.looseObject({ name: text, filter: text })),
});
const RunNotes = v.looseObject({ runs: v.looseObject({}), baseline: v.nullable(text) });
const DrawnQuestion = v.looseObject({
  query: text,
  seed: text,
  items: v.array(v.looseObject({ key: text, members: v.array(text) })),
  lists: v.array(v.array(number)),
  known: v.array(number),
});
const JudgingPlan = v.looseObject({
  // Those of earlier versions among them.
  queue: text,
  seed: text,
  measure: text,
  depth: number,
  systems: v.array(text),
  pair: v.tuple([text, text]),
  sample: number,
  drawn: v.optional(
    v.looseObject({
      measure: text,
      depth: number,
      systems: v.array(text),
      maxGrade: number,
      questions: v.array(DrawnQuestion),
    }),
  ),
  completed: v.array(text),
});
const Judges = v.looseObject({
  judges: v.array(
    v.looseObject({
      name: text,
      files: v.array(text),
      grades: v.array(v.looseObject({ query: text, doc: text, span: v.optional(span), grade: number, file: number })),
    }),
  ),
  rule: v.picklist(Object.keys(MERGE_RULES)),
  own: v.picklist(['decides', 'counts']),
  before: v.array(Judgment),
  beforeCounts: v.boolean(),
});
const AutomaticJudges = v.looseObject({
  judges: v.array(
    v.looseObject({
      name: text,
      source: v.looseObject({ kind: text }),
      at: number,
      judgments: v.array(
        v.looseObject({
          query: text,
          doc: text,
          span: v.nullable(v.looseObject({ start: number, end: number })),
          score: v.nullable(number),
          reply: v.optional(text),
        }),
      ),
    }),
  ),
});
const sessionEntries = {
  id: text,
  createdAt: number,
  depth: number,
  seed: number,
  questions: v.picklist(['collection', 'own']),
  revealed: v.nullable(v.looseObject({ at: number, lists: number })),
  kept: v.optional(
    v.array(
      v.looseObject({
        at: number,
        system: v.looseObject({ id: text }),
        evidence: v.looseObject({
          kind: v.picklist(['preferred', 'remained', 'learned']),
          lists: number,
          marks: number,
        }),
      }),
    ),
  ),
};
const systemsOfSession = (least: number) =>
  v.looseObject({ systems: v.pipe(v.array(v.looseObject({ id: text })), v.minLength(least)) });
const BlindComparison = v.looseObject({
  key: v.pipe(text, v.regex(/^blind [^ ]+$/)),
  value: v.variant('method', [
    v.looseObject({
      ...sessionEntries,
      spec: systemsOfSession(2),
      method: v.picklist(Object.keys(INTERLEAVINGS)),
      margin: number,
    }),
    v.looseObject({
      ...sessionEntries,
      spec: systemsOfSession(1),
      method: v.literal('plackett-luce'),
      names: v.array(text),
      start: v.array(number),
      rate: number,
    }),
  ]),
});
const BlindList = v.looseObject({
  key: v.pipe(text, v.regex(/^blind [^ ]+ \d{6}$/)),
  value: v.looseObject({
    question: v.looseObject({ id: v.nullable(text), text }),
    list: v.variant('method', [
      v.looseObject({
        method: v.picklist(Object.keys(INTERLEAVINGS)),
        systems: v.array(v.looseObject({ id: text, ranking: v.array(v.array(text)) })),
        shown: v.array(text),
        drawnFor: v.array(text),
        others: v.optional(v.array(v.looseObject({ id: text, ranking: v.array(v.array(text)) }))),
      }),
      v.looseObject({
        method: v.literal('plackett-luce'),
        weights: v.array(number),
        passages: v.array(text),
        features: v.array(v.array(number)),
        shown: v.array(text),
      }),
    ]),
    marks: v.array(text),
    shownAt: number,
    doneAt: v.nullable(number),
  }),
});
const Experiment = v.looseObject({
  systems: v.array(v.looseObject({ id: text })),
  measures: v.array(text),
  ks: v.array(number),
});
const ResultHead = v.looseObject({ version: number, key: text, createdAt: number, queries: v.array(v.unknown()) });
const ResultSystem = v.looseObject({ id: text, measures: v.looseObject({}) });
const ScoredBy = v.looseObject({
  key: text,
  questions: v.looseObject({ queries: v.array(Query), judgments: v.array(Judgment) }),
});
const RunHeader = v.looseObject({
  system: text,
  file: text,
  format: text,
  addedAt: number,
  hash: text,
  times: v.optional(v.looseObject({ source: text, milliseconds: v.array(v.nullable(number)) })),
});
const SuppliedHeader = v.looseObject({
  name: text,
  files: v.array(text),
  addedAt: number,
  hash: text,
  kind: v.picklist(['rewrites', 'vectors', 'contexts']),
});
const VectorNames = v.looseObject({
  kind: v.literal('vectors'),
  dimensions: number,
  docs: v.array(text),
  queries: v.array(text),
  textKeys: v.array(text),
});
const Supplied = v.looseObject({ header: SuppliedHeader, names: v.optional(VectorNames) });
const Rewrite = v.looseObject({ question: text, texts: v.array(text) });
const Context = v.looseObject({
  id: v.nullable(text),
  at: v.nullable(
    v.union([
      v.looseObject({ start: number, end: v.optional(number) }),
      v.looseObject({ index: number }),
      v.looseObject({ text }),
    ]),
  ),
  context: text,
});
const Stage = v.looseObject({ key: text });
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

const READERS: Readonly<Record<string, Reader>> = {
  [PATHS.collection]: one(Collection),
  [PATHS.docs]: many(Doc),
  [PATHS.queries]: many(Query),
  [PATHS.judgments]: many(Judgment),
  [PATHS.requirements]: many(Requirement),
  [PATHS.acts]: many(Act),
  [PATHS.judges]: one(Judges),
  [PATHS.annotations]: one(Annotations),
  [PATHS.runNotes]: one(RunNotes),
  [PATHS.judgingPlan]: one(JudgingPlan),
  [PATHS.automaticJudges]: one(AutomaticJudges),
  [PATHS.blindComparisons]: many(v.union([BlindComparison, BlindList])),
  [PATHS.settings]: one(v.looseObject({})),
  [PATHS.stages]: many(Stage),
  [PATHS.vectors]: many(Rows),
};

const NUMBERED: readonly (readonly [RegExp, Reader])[] = [
  [/\/experiment\.json$/, one(Experiment)],
  [/\/result\.jsonl$/, many(ResultSystem, ResultHead)],
  [/\/rankings-\d+\.jsonl$/, lists],
  [/\/learned-\d+\.json$/, one(v.looseObject({}))],
  [/^scored-by\//, one(ScoredBy)],
  [/\/run\.json$/, one(RunHeader)],
  [/\/lists\.jsonl$/, lists],
  [/\/about\.json$/, one(Supplied)],
  [/\/rewrites\.jsonl$/, many(Rewrite)],
  [/\/contexts\.jsonl$/, many(Context)],
  [/\.f32$/, floats],
];

/** @param path of the grammar of `isEntryPath` */
export const entryReader = (path: string): Reader =>
  Object.hasOwn(READERS, path) ? READERS[path]! : NUMBERED.find(([pattern]) => pattern.test(path))![1];
