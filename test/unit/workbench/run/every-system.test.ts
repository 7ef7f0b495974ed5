import { describe, expect, it } from 'vitest';
import type { ResultRecord } from '../../../../src/contract/result';
import { DEFAULT_ANALYZER } from '../../../../src/domain/text/analyzer-spec';
import { catalogue } from '../../../../src/domain/experiment/catalogue';
import { NO_PARTS } from '../../../../src/domain/experiment/parts';
import type { ExperimentSpec } from '../../../../src/domain/experiment/experiment';
import { experimentFile, readExperiment } from '../../../../src/domain/experiment/experiment-file';
import { fromTemplate, TEMPLATES } from '../../../../src/domain/experiment/templates';
import { DEFAULT_SETTINGS } from '../../../../src/domain/experiment/settings';
import { experiment, madeUp, MODELS, openBench, quiet } from '../workshop';

const found = (result: ResultRecord) =>
  result.systems.map(({ id, measures, perQuery }) => ({ id, measures, perQuery }));

const QUESTIONS = 24;

async function opened() {
  const { bench, collection } = await openBench(madeUp(60, QUESTIONS));
  return { bench, run: (spec: ExperimentSpec) => bench.runs.run(collection.id, spec, { ...quiet, timed: true }) };
}

const shared = opened();

/** Three learned rankers are trained a run. */
const LONG = 120_000;

describe('every system of the catalogue', { timeout: LONG }, () => {
  const composed = catalogue(DEFAULT_ANALYZER, 26).map(({ system }) => system);

  const spec = experiment({ systems: [], composed });
  const evaluated = shared.then(async ({ bench, run }) => ({ bench, result: await run(spec) }));

  it('runs, finds something, and gives the same digits from its file on another machine', async () => {
    const first = (await evaluated).result;
    expect(first.systems.map(({ id }) => id)).toEqual(composed.map(({ id }) => id));
    for (const { id, measures, answered, latency } of first.systems) {
      expect(latency!.medianMilliseconds, id).toBeGreaterThan(0);
      expect(answered, id).toBe(QUESTIONS);
      expect(measures['HitRate@10'], id).toBeGreaterThan(0.2);
    }
    const read = readExperiment(experimentFile(spec), MODELS, { documents: true, runs: [] });
    if (!read.ok) throw new Error(read.problems.join('\n'));
    expect(read.spec).toEqual(spec);
    expect(found(await (await opened()).run(read.spec))).toEqual(found(first));
  });

  it('is not one system under many names: scorers, searches and changed questions differ in scores', async () => {
    const { bench, result } = await evaluated;
    const lists = new Map<string, string>();
    for (const { id } of composed) lists.set(id, JSON.stringify([...(await bench.inspect.rankings(result, id))!]));
    // These are the same by definition here: vectors of length 1, questions without a misspelt word, and so few passages
    // that what is approximate meets them all.
    const same = 'dot-product binary-rescored bm25-spelling fuse-w-bordafuse fuse-w-condorcet fuse-mixed'.split(' ');
    const distinct = [...lists].filter(([id]) => !same.includes(id)).map(([, list]) => list);
    expect(new Set(distinct).size).toBeGreaterThan(distinct.length - 8);
    const others = {
      'bm25-lucene': ['bm25-rm3', 'bm25-okapi'],
      cosine: ['mmr', 'svm', 'rocchio', 'euclidean', 'matryoshka-half', 'int8'],
      int8: ['binary'],
      'lambda-mart': ['list-net'],
    };
    for (const [id, names] of Object.entries(others))
      for (const other of names) expect(lists.get(other), `${id} and ${other}`).not.toBe(lists.get(id));
  });
});

it.each(TEMPLATES.map((template) => [template.id, template] as const))(
  'the template %s runs',
  { timeout: LONG },
  async (_, template) => {
    const settings = fromTemplate(template, DEFAULT_SETTINGS, {
      docs: 60,
      languages: [{ language: 'en', share: 1 }],
      judged: QUESTIONS,
      // One under two names, as two models would be.
      embeddingModels: ['A', 'B'].map((name) => ({ id: DEFAULT_SETTINGS.embeddingModel, name })),
      runs: 0,
    });
    const result = await (await shared).run(experiment(settings));
    const chunkings = settings.chunkings?.length ?? 1;
    expect(result.systems.length).toBe((settings.systems.length + settings.composed.length) * chunkings);
    for (const { id, answered } of result.systems) expect(answered, id).toBe(QUESTIONS);
  },
);

it('a threshold leaves out what scores less, and counts questions without an answer', async () => {
  const { run } = await shared;
  const bm25 = catalogue().find(({ system }) => system.id === 'bm25-lucene')!.system;
  const composed = [bm25, { ...bm25, id: 'cut', threshold: 2 }, { ...bm25, id: 'nothing', threshold: 1e9 }];
  const result = await run(experiment({ systems: [], composed }));
  const [all, cut, nothing] = result.systems;
  expect(cut!.measures['P@10']).toBeGreaterThanOrEqual(0);
  expect(cut!.depth).toBeLessThan(all!.depth);
  expect(nothing!.answered).toBe(0);
  expect(nothing!.measures['HitRate@10']).toBe(0);
  expect(result.warnings.map(({ code }) => code)).toContain('unanswered');
});

describe('an experiment from a file', () => {
  const spec = experiment();

  it('is refused where its runs or documents are missing', () => {
    const imported: ExperimentSpec = {
      ...spec,
      systems: [{ id: 'x', retrievers: [{ kind: 'run', name: 'x', hash: 'h' }], ...NO_PARTS }],
    };
    const problems = (runs: { system: string; hash: string }[]) => {
      const outcome = readExperiment(experimentFile(imported), MODELS, { documents: false, runs });
      return outcome.ok ? [] : outcome.problems.map(({ code }) => code);
    };
    expect(problems([])).toEqual(['run-missing']);
    expect(problems([{ system: 'x', hash: 'other' }])).toEqual(['run-changed']);
    expect(problems([{ system: 'x', hash: 'h' }])).toEqual([]);
    const without = readExperiment(experimentFile(spec), MODELS, { documents: false, runs: [] });
    expect(without.ok).toBe(false);
  });
});
