import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { measureOf } from '../../src/domain/measures/parse';
import { aggregate, score } from '../../src/domain/measures/score';
import { toQrels } from '../../src/domain/run/judgments';
import { sharedFolder } from '../data';
import { folderFiles } from '../folder-files';
import { importedFrom, listsOf } from '../unit/adapters/files/make';
import { readJson, readRun } from './read';

const packPath = sharedFolder('HITRATE_PACKS', 'packs');

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

/** Benchmark sets in the layouts in which they are published, with figures by ir_measures of a run beside each. */
it.each((process.env['PACKS'] ?? '').split(','))('%s is read as it is published', async (name) => {
  const folder = packPath(name);
  const expected = readJson<Expected>(join(folder!, 'EXPECTED.json'));
  const set = folderFiles(join(folder!, 'set'));
  const isBeside = expected.run.endsWith('.jsonl');
  const reference = readFileSync(join(folder!, expected.run));
  const { dataset, summary, runs } = await importedFrom(
    isBeside ? [...set, { path: expected.run, file: new Blob([reference]) }] : set,
  );
  const { docs, queries, judgments } = dataset;
  const titles = docs.filter(({ title }) => title !== '').length;
  expect([docs.length, queries.length, titles]).toEqual([expected.documents, expected.questions, expected.titles]);
  // Passages that are named as not relevant are judged, too.
  expect([expected.judgments, expected.judgments + (expected.negatives ?? 0)]).toContain(judgments.length);
  if (expected.split) expect(summary.split).toBe(expected.split);
  const measures = Object.keys(expected.measures).map(measureOf);
  const run = isBeside ? listsOf(runs[0]!) : readRun(join(folder!, expected.run));
  const { values } = score(run, toQrels(judgments), measures);
  for (const measure of measures)
    expect(aggregate(measure, values.get(measure.text)!), measure.text).toBeCloseTo(
      expected.measures[measure.text]!,
      6,
    );
});
