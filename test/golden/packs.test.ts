import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCollection } from '../../src/adapters/files/read';
import { measureOf } from '../../src/domain/measures/parse';
import { aggregate, score } from '../../src/domain/measures/score';
import { toQrels } from '../../src/domain/run/judgments';
import { importMessages } from '../../src/ui/shared/messages/importing';
import { say } from '../../src/ui/shared/messages/say';
import { packPath } from '../data';
import { folderFiles } from '../folder-files';
import { importedFrom, listsOf } from '../unit/adapters/files/make';
import { readJson, readRun } from './read';

interface Expected {
  readonly documents: number;
  readonly questions: number;
  readonly judgments: number;
  readonly titles: number;
  readonly negatives?: number;
  readonly measures: Readonly<Record<string, number>>;
  readonly split?: string;
  readonly run: string;
}

/** Read as they are published, one for each layout. Others are refused, by name, or not read yet. */
const READ = [
  ...['01-nanobeir', '03a-mteb-jsonl', '03b-mteb-parquet', '04a-mteb-reranking', '05a-miracl', '06a-st-negatives'],
  '08-bright',
  ...['06b-st-labelled-list', '06c-st-labelled-pair', '09a-squad-parquet', '09b-squad-json', '10-msmarco-v1.1'],
  ...['11-coir-code', '12-mldr', '13a-hotpotqa', '13b-frames', '15a-large-string', '15b-dictionary', '15c-int64-ids'],
  ...['15d-binary-text', '15e-gzip', '15f-zstd', '15g-lz4', '15h-brotli', '15i-none', '15j-row-groups'],
  ...[
    '15k-delta-encodings',
    '15l-shards',
    '15m-save-to-disk',
    '15n-feather',
    '15p-pandas-index',
    '15q-nulls-and-structs',
    '15r-json-columns',
  ],
  ...['15s-csv-without-score', '15t-jsonl-without-score', '15u-shard-twice'],
];
/** Several tasks in one set. */
const TASKS = ['02-nanobeir-many-tasks', '05b-nanomiracl', '07-hakari'];

/** Lists of candidates beside each task. */
const CANDIDATES: Readonly<Record<string, readonly string[]>> = {
  '02-nanobeir-many-tasks': ['bm25'],
  '07-hakari': ['bm25', 'reranking_hybrid'],
};

const isAbsent = packPath() === null;

async function expectRead(folder: string, expected: Expected, split?: string): Promise<void> {
  const set = folderFiles(join(folder, 'set'));
  const isBeside = expected.run.endsWith('.jsonl');
  const reference = readFileSync(join(folder, expected.run));
  const { dataset, summary, runs } = await importedFrom(
    isBeside ? [...set, { path: expected.run, file: new Blob([reference]) }] : set,
    split,
  );
  const { docs, queries, judgments } = dataset;
  const titles = docs.filter(({ title }) => title !== '').length;
  expect([docs.length, queries.length, titles]).toEqual([expected.documents, expected.questions, expected.titles]);
  // Passages that are named as not relevant are judged, too.
  expect([expected.judgments, expected.judgments + (expected.negatives ?? 0)]).toContain(judgments.length);
  if (expected.split) expect(summary.split).toBe(expected.split);
  const measures = Object.keys(expected.measures).map(measureOf);
  const run = isBeside ? listsOf(runs[0]!) : readRun(join(folder, expected.run));
  const { values } = score(run, toQrels(judgments), measures);
  for (const measure of measures)
    expect(aggregate(measure, values.get(measure.text)!), measure.text).toBeCloseTo(
      expected.measures[measure.text]!,
      6,
    );
}

const expectedOf = <T>(name: string): T => readJson<T>(packPath(name, 'EXPECTED.json')!);

describe.skipIf(isAbsent)('benchmark sets, with figures by ir_measures of a run beside each', () => {
  it.each(READ)('%s', async (name) => expectRead(packPath(name)!, expectedOf(name)));

  it.each(TASKS)('%s, task by task', async (name) => {
    const { collections } = expectedOf<{ collections: Record<string, Expected> }>(name);
    for (const [task, expected] of Object.entries(collections)) await expectRead(packPath(name)!, expected, task);
    const [task, { questions }] = Object.entries(collections)[0]!;
    const { runs } = await importedFrom(folderFiles(packPath(name, 'set')!), task);
    expect(runs.map(({ tag, run }) => [tag, run.queries.length])).toEqual(
      (CANDIDATES[name] ?? []).map((tag) => [tag, questions]),
    );
  });

  it.each([
    ['14-vidore-images', /^The pages of this set are images: there is no text to retrieve\./],
    ['15v-shard-missing', /^1 part of 3 is missing: 00001\./],
  ])('%s is refused, with why', async (name, why) => {
    const outcome = await readCollection({ files: folderFiles(packPath(name, 'set')!) }, () => {});
    expect(!outcome.ok && outcome.problems.map((each) => say(importMessages, each))).toEqual([
      expect.stringMatching(why),
    ]);
  });
});
