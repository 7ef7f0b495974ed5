import { beforeAll, describe, expect, it } from 'vitest';
import { type Dataset, docId } from '../../../../src/base/types';
import type { ResultRecord } from '../../../../src/contract/result';
import type { CollectionRecord } from '../../../../src/contract/storage';
import { HitrateError } from '../../../../src/contract/errors';
import type { ImportedCollection } from '../../../../src/domain/dataset/outcome';
import { createWorkbench, type Workbench } from '../../../../src/workbench/workbench';
import { createAutomation } from '../../../../src/ui/command-line/automation';
import { DEFAULT_MARGIN } from '../../../../src/ui/findings/findings-state.svelte';
import { firstBaseline } from '../../../../src/ui/results/columns';
import { reportFile } from '../../../../src/ui/report/report-file';
import { ReportSharing } from '../../../../src/ui/report/sharing.svelte';
import { experiment, keep, madeUp, openWorkshop } from '../../workbench/workshop';
import { rowsOf } from './html';

const quiet = () => ({ signal: new AbortController().signal, progress: () => undefined });
const easy = madeUp(40, 30);
/** Each question has a second relevant passage, of other words. */
const dataset: Dataset = {
  ...easy,
  judgments: [
    ...easy.judgments,
    ...easy.queries.map(({ id }, i) => ({ query: id, doc: docId(`d${(i + 7) % 40}`), grade: 1 })),
  ],
};
const MEASURE = 'nDCG@10';

async function evaluated() {
  const workshop = await openWorkshop();
  const bench = createWorkbench(workshop.ports);
  const collection = await keep(workshop, dataset, 'Tea & <b>biscuits</b>');
  return { bench, collection, result: await bench.runs.run(collection.id, experiment(), quiet()) };
}

/** Only read by all that use it. */
let world: Awaited<ReturnType<typeof evaluated>>;
beforeAll(async () => void (world = await evaluated()));

/** What the page knows when its findings are shown. */
async function shown(bench: Workbench, collection: CollectionRecord, result: ResultRecord) {
  const options = { measure: MEASURE, margin: DEFAULT_MARGIN, baseline: firstBaseline(result) };
  const verdict = await bench.inspect.verdict(result, options);
  return { collection, result, margin: DEFAULT_MARGIN, verdict, comparison: null, slices: null };
}

describe('the report of a result', () => {
  it('has the same bytes from the page as from the command line', async () => {
    const workshop = await openWorkshop();
    const bench = createWorkbench(workshop.ports);
    const summary = { name: 'Tea', format: 'beir', files: [], splits: [], split: null, languages: [] } as const;
    const outcome: ImportedCollection = { ok: true, kind: 'collection', dataset, summary, runs: [], warnings: [] };
    const kept: { result?: ResultRecord; collection?: CollectionRecord } = {};
    const automation = createAutomation({
      ...bench,
      collections: {
        ...bench.collections,
        readFiles: () => Promise.resolve(outcome),
        keep: async (...input) => (kept.collection = await bench.collections.keep(...input)),
        // A profile of the command line has nothing else.
        list: () => Promise.resolve([]),
      },
      runs: { ...bench.runs, run: async (...input) => (kept.result = await bench.runs.run(...input)) },
    });
    const made = await automation.evaluate(
      [{ path: 'tea.json', file: new Blob() }],
      { report: true, systems: ['bm25', 'ensemble'] },
      () => undefined,
      () => Promise.resolve(),
    );
    if (!made.ok) throw new Error(made.problems.join('\n'));

    const files: [string, Blob][] = [];
    const sharing = new ReportSharing(bench, undefined, (...file) => files.push(file));
    const saved = await sharing.save(await shown(bench, kept.collection!, kept.result!), false);
    expect(saved).toBe(true);
    const [[name, content]] = files as [[string, Blob]];
    expect(name).toBe('Tea-report.html');
    expect(content.type).toBe('text/html;charset=utf-8');
    expect(Buffer.from(await content.arrayBuffer()).equals(Buffer.from(made.report!, 'utf8'))).toBe(true);
  });

  it('has questions and passages where they are asked for, and else none', async () => {
    const { bench, collection, result } = world;
    const without = (await reportFile(bench, result, collection))!;
    for (const { text } of [...dataset.queries, ...dataset.docs]) expect(without).not.toContain(text);
    const page = (await reportFile(bench, result, collection, { withTexts: true }))!;
    expect(page).toContain('<blockquote>');
    expect(dataset.queries.some(({ text }) => page.includes(text))).toBe(true);
    expect(dataset.docs.some(({ text }) => page.includes(text))).toBe(true);
    expect(page).not.toContain('<b>biscuits</b>');
  });

  it('counts what is missed within the k of the measure, as recall does', async () => {
    const { bench, collection, result } = world;
    for (const k of [1, 10]) {
      const measure = `nDCG@${k}`;
      const page = (await reportFile(bench, result, collection, { measure }))!;
      expect(rowsOf(page)[0]![1]).toBe(measure);
      const options = { measure, margin: DEFAULT_MARGIN, baseline: firstBaseline(result) };
      const verdict = await bench.inspect.verdict(result, options);
      if (!('recommended' in verdict)) throw new Error('There is no verdict.');
      const best = result.systems.find(({ id }) => id === verdict.recommended.system)!;
      // Two passages are relevant to each of 30 questions.
      const missed = Math.round(60 * (1 - best.measures[`Recall@${k}`]!));
      expect(missed).toBeGreaterThan(0);
      expect(page).toContain(`${missed} of 60 relevant passages are not among the first ${k},`);
    }
  });

  it('leaves causes out where the lists of the run are not stored, and fails for anything else', async () => {
    const { bench, collection, result } = world;
    const failing = (error: Error) => ({
      ...bench,
      inspect: { ...bench.inspect, diagnosis: () => Promise.reject(error) },
    });
    const gone = new HitrateError('lab-lists-gone', { system: 'bm25' });
    expect(await reportFile(failing(gone), result, collection)).not.toContain('misses</h2>');
    await expect(reportFile(failing(new Error('broken')), result, collection)).rejects.toThrow('broken');
  });

  it('is none without a measure that is a mean', async () => {
    const { bench, collection, result } = world;
    expect(
      await reportFile(bench, { ...result, spec: { ...result.spec, measures: ['num_ret'] } }, collection),
    ).toBeNull();
  });
});

describe('sharing a report', () => {
  it('says what failed, and saves nothing', async () => {
    const { bench, collection, result } = world;
    const findings = await shown(bench, collection, result);
    const files: unknown[] = [];
    const failing = { ...bench, inspect: { ...bench.inspect, verdict: () => Promise.reject(new Error('broken')) } };
    const sharing = new ReportSharing(failing, undefined, (...file) => files.push(file));
    expect(await sharing.save(findings, false)).toBe(false);
    await expect.poll(() => sharing.making.failure).not.toBeNull();
    expect(files).toEqual([]);
    // What is known is printed all the same.
    let printed = 0;
    await sharing.print(findings, false, () => printed++);
    expect(printed).toBe(1);
  });

  it('prints nothing that is no longer wanted', async () => {
    const { bench, collection, result } = world;
    const sharing = new ReportSharing(bench);
    let printed = 0;
    const printing = sharing.print(await shown(bench, collection, result), false, () => printed++);
    sharing.making.drop();
    await printing;
    expect(printed).toBe(0);
  });
});
