import { describe, expect, it } from 'vitest';
import { firstSetting } from '../../../../src/domain/fusion/method-settings';
import { singleLists } from '../../../../src/workbench/inspect/lab';
import { bareSystem, changedSystems } from '../../system-parts';
import { resultOf } from '../../ui/result';
import { experiment, madeUp, openBench, quiet } from '../workshop';
import { type Dataset, docId, type Judgment, queryId } from '../../../../src/base/types';
import type { ResultRecord } from '../../../../src/contract/result';
import type { Missed } from '../../../../src/domain/diagnosis/diagnose';
import { catalogue, lexical } from '../../../../src/domain/experiment/catalogue';
import { type ComposedSystem, composedSystem } from '../../../../src/domain/experiment/composed';
import { DEFAULT_ANALYZER } from '../../../../src/domain/text/analyzer-spec';

it.each(changedSystems)('the lists that a lab fuses at first are not those of a system with %s', (_, system) => {
  const result = resultOf({ bm25: [1], [system.id]: [1] });
  expect(singleLists({ ...result, spec: { ...result.spec, systems: [bareSystem, system] } })).toEqual(['bm25']);
});

describe('the fusion lab of a result', async () => {
  const { bench: workbench, collection } = await openBench(madeUp(30, 24));
  const { id } = collection;
  const fused = experiment({ systems: ['bm25', 'embedding', 'ensemble', 'ensemble-rrf'] });
  const result = await workbench.runs.run(id, fused, quiet);

  it('fuses the lists that were kept as the engine fused them', async () => {
    const lists = singleLists(result);
    expect(lists).toEqual(['bm25', 'embedding']);
    const lab = await workbench.inspect.lab(result, lists);
    for (const [system, method, weights] of [
      ['ensemble', 'wsum', [0.5, 0.5]],
      ['ensemble-rrf', 'rrf', [1, 1]],
    ] as const) {
      const setting = { ...firstSetting(2), method, weights };
      const { measures, values } = await lab.read({ setting, baseline: system, measure: 'nDCG@10' });
      const own = result.systems.find(({ id }) => id === system)!;
      expect(Object.fromEntries(Object.entries(measures).map(([text, { mean }]) => [text, mean]))).toEqual(
        own.measures,
      );
      expect(values).toEqual(own.perQuery['nDCG@10']);
      expect(measures['MAP']!.difference).toMatchObject({ mean: 0, higher: 0, lower: 0, same: 24 });
    }
    await lab.close();
  });

  it('answers a move during a search, and ends the search on request', async () => {
    const lab = await workbench.inspect.lab(result, ['bm25', 'embedding']);
    const setting = firstSetting(2);
    const search = { kind: 'grid', varied: ['weights', 'norm'], draws: 0, seed: 1 } as const;
    const request = { base: setting, search, measure: 'MRR@10', baseline: 'bm25' };
    const tuned = lab.tune(request, () => undefined);
    expect((await lab.read({ setting, baseline: 'bm25', measure: 'MRR@10' })).values).toHaveLength(24);
    await lab.stop();
    expect(await tuned).toBeNull();
    expect(await lab.tune(request, () => undefined)).not.toBeNull();
    await expect(
      lab.map({ setting: { ...setting, method: 'isr' }, measure: 'MRR@10', baseline: 'bm25' }, () => undefined),
    ).rejects.toThrow('nothing to vary');
  });

  it('is one at a time: another closes it, as an abort', async () => {
    const first = await workbench.inspect.lab(result, ['bm25', 'embedding']);
    const second = await workbench.inspect.lab(result, ['bm25', 'ensemble']);
    await expect(first.read({ setting: firstSetting(2), baseline: 'bm25', measure: 'MRR@10' })).rejects.toMatchObject({
      name: 'AbortError',
    });
    const reading = await second.read({ setting: firstSetting(2), baseline: 'bm25', measure: 'MAP' });
    expect(reading.values).toHaveLength(24);
  });

  it('says which lists are no longer kept, and refuses a result whose judgments were edited since', async () => {
    const open = (of: ResultRecord) => workbench.inspect.lab(of, ['bm25', 'embedding']);
    const gone = { code: 'lab-lists-gone', data: { system: 'bm25' } };
    await expect(open({ ...result, key: 'another' })).rejects.toMatchObject(gone);
    const questions = await workbench.questions.read(id);
    const judgments = questions.judgments.map((each, i) => (i === 0 ? { ...each, grade: 2 } : each));
    await workbench.questions.save(id, { ...questions, judgments });
    await expect(open(result)).rejects.toMatchObject({ code: 'lab-outdated' });
  });
});

const spec = experiment({ systems: ['bm25', 'embedding', 'ensemble-rerank'] });

const judged = (query: number, doc: number, grade = 1): Judgment => ({
  query: queryId(`q${query}`),
  doc: docId(`d${doc}`),
  grade,
});

const figures = ({ systems }: ResultRecord) =>
  systems.map(({ measures, perQuery, ties, unjudged, firstRelevant }) => ({
    ...{ measures, perQuery, ties, unjudged, firstRelevant },
  }));

/** Judgments that others added to, changed and removed, of the same questions. */
const edited = (judgments: readonly Judgment[]): Judgment[] => [
  ...judgments.map((each, i) => (i % 3 === 0 ? { ...each, grade: 0 } : each)),
  ...Array.from({ length: 24 }, (_, i) => judged(i, (i + 5) % 30, 1 + (i % 2))),
];

describe('a result by the judgments of now', () => {
  it.each(['depth', 'k'] as const)('equals a new run, from the lists that were left (lists by %s)', async (lists) => {
    const { bench, collection } = await openBench(madeUp(30, 24));
    const experimentSpec = { ...spec, lists };
    const former = await bench.runs.run(collection.id, experimentSpec, quiet);
    const { queries, judgments } = await bench.questions.read(collection.id);
    await bench.questions.save(collection.id, { queries, judgments: edited(judgments) });
    const { result, ...lost } = await bench.inspect.rescored(former);
    expect(lost).toMatchObject({ cutAt: null, unjudged: [], notRun: [] });
    const deepest = Math.max(...spec.ks);
    const isLost = (measure: string): boolean => /@/.test(measure) && !measure.endsWith(`@${deepest}`);
    expect(lost.lostMeasures).toEqual(lists === 'k' ? spec.measures.filter(isLost) : []);
    const again = await bench.runs.run(collection.id, { ...experimentSpec, ...result!.spec }, quiet);
    expect(figures(result!)).toEqual(figures(again));
    expect(result!.questionsKey).toBe(again.questionsKey);
    expect(figures(result!)).not.toEqual(figures(former));
    // Its lists are still found.
    expect((await bench.inspect.lists(result!, 'bm25')).cutAt).toBeNull();
  });

  it('says which measures the lists that a result keeps are too short for', async () => {
    const { bench, collection } = await openBench(madeUp(40, 24));
    const result = await bench.runs.run(collection.id, spec, quiet);
    // As of a result that came without its whole lists.
    const { cutAt, lostMeasures, result: scored } = await bench.inspect.rescored({ ...result, key: 'elsewhere' });
    expect(cutAt).toBe(20);
    expect(lostMeasures).toEqual(['MAP']);
    expect(scored!.spec.measures).toEqual(spec.measures.filter((measure) => measure !== 'MAP'));
    expect(scored!.systems[0]!.measures['nDCG@10']).toBeCloseTo(result.systems[0]!.measures['nDCG@10']!, 12);
  });

  it('leaves out questions that are no longer judged, and names those that nobody ran', async () => {
    const data = madeUp(30, 24);
    const { bench, collection } = await openBench({
      ...data,
      judgments: data.judgments.filter(({ query }) => query !== 'q7'),
    });
    const former = await bench.runs.run(collection.id, spec, quiet);
    expect(former.queries).toHaveLength(23);
    await bench.questions.save(collection.id, {
      queries: data.queries,
      judgments: data.judgments.filter(({ query }) => query !== 'q3'),
    });
    const { result, unjudged, notRun } = await bench.inspect.rescored(former);
    expect([unjudged, notRun]).toEqual([['q3'], ['q7']]);
    expect(result!.queries).toEqual(former.queries);
    const at = former.queries.indexOf(queryId('q3'));
    const [values, before] = [result!, former].map(({ systems }) => systems[0]!.perQuery['nDCG@10']!);
    expect(values![at]).toBeNaN();
    const others = [...values!].filter((_, i) => i !== at);
    expect(others).toEqual([...before!].filter((_, i) => i !== at));
    expect(result!.systems[0]!.measures['nDCG@10']).toBeCloseTo(others.reduce((a, b) => a + b, 0) / 22, 12);
  });
});

const words = lexical(DEFAULT_ANALYZER);
const VECTORS = catalogue().find(({ system }) => system.id === 'cosine')!.system.retrievers[0]!;

describe('facts of a missed passage', () => {
  /** 40 passages that share “common” with every question, and one that a question asks for. */
  function asked(question: string, passage: string, other = 'what is zzz common'): Dataset {
    const others = Array.from({ length: 40 }, (_, i) => ({ id: docId(`o${i}`), title: '', text: `${other} ${i}` }));
    return {
      docs: [...others, { id: docId('x'), title: '', text: passage }],
      queries: [question, 'common 3'].map((text, i) => ({ id: queryId(`q${i}`), text })),
      judgments: [
        { query: queryId('q0'), doc: docId('x'), grade: 1 },
        { query: queryId('q1'), doc: docId('o3'), grade: 1 },
      ],
    };
  }

  async function causeOfMiss(data: Dataset, composed: ComposedSystem): Promise<Missed> {
    const { bench, collection } = await openBench(data);
    const spec = experiment({ families: ['Recall'], measures: [], systems: [], composed: [composed], ks: [1] });
    const result = await bench.runs.run(collection.id, spec, quiet);
    const diagnosis = await bench.inspect.diagnosis(result, composed.id, 1, quiet);
    return diagnosis.questions[0]!.missed[0]!;
  }

  it('an analyzer that cuts no Chinese leaves no word that both share', async () => {
    const data = asked('水泵的压力 common', '介绍水泵的文章');
    const whole = lexical({ ...DEFAULT_ANALYZER, tokens: 'words' });
    expect(await causeOfMiss(data, composedSystem('s', [whole]))).toMatchObject({
      cause: 'analyzer',
      facts: { shared: { written: 1 }, retrievers: [{ words: 0, rank: null }] },
    });
  });

  it('an analyzer that leaves a word between particles has it', async () => {
    const data = asked('根が腐る common', 'この根が太い', '根が腐る common');
    expect((await causeOfMiss(data, composedSystem('s', [words]))).facts.retrievers[0]).toMatchObject({ words: 1 });
  });

  it('function words are no shared words', async () => {
    const data = asked('what is common', 'Of this nothing is said here.');
    expect(await causeOfMiss(data, composedSystem('s', [words]))).toMatchObject({
      cause: 'no-shared-words',
      facts: { shared: { written: 0, stems: 0 }, retrievers: [{ kind: 'words', words: 0 }] },
    });
  });

  it('a passage of which the model reads the beginning alone is truncated', async () => {
    const data = asked('zzz common', `${'quiet beginning '.repeat(10)} zzz common`);
    expect(await causeOfMiss(data, composedSystem('s', [VECTORS]))).toMatchObject({
      cause: 'truncated',
      facts: { retrievers: [{ kind: 'vectors', truncated: true }] },
    });
  });
});
