import { describe, expect, it } from 'vitest';
import { firstSetting } from '../../../../src/domain/fusion/method-settings';
import { createWorkbench } from '../../../../src/workbench/workbench';
import { singleLists } from '../../../../src/workbench/inspect/lab';
import { bareSystem, changedSystems } from '../../system-parts';
import { resultOf } from '../../ui/result';
import { experiment, keep, madeUp, openWorkshop } from '../workshop';

const run = { signal: new AbortController().signal, progress: () => undefined };

async function evaluated(lists: 'depth' | 'k' = 'depth') {
  const workshop = await openWorkshop();
  const workbench = createWorkbench(workshop.ports);
  const { id } = await keep(workshop, madeUp(30, 24));
  const spec = experiment({ systems: ['bm25', 'embedding', 'ensemble', 'ensemble-rrf'], lists });
  return { workshop, workbench, id, result: await workbench.runs.run(id, spec, run) };
}

describe('the lists that a lab fuses at first', () => {
  it.each(changedSystems)('are not those of a system with %s', (_, system) => {
    const result = resultOf({ bm25: [1], [system.id]: [1] });
    expect(singleLists({ ...result, spec: { ...result.spec, systems: [bareSystem, system] } })).toEqual(['bm25']);
  });
});

describe('the fusion lab of a result', () => {
  it('fuses the lists that were kept as the engine fused them', async () => {
    const { workbench, result } = await evaluated();
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
    const { workbench, result } = await evaluated();
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
    const { workbench, result } = await evaluated();
    const first = await workbench.inspect.lab(result, ['bm25', 'embedding']);
    const second = await workbench.inspect.lab(result, ['bm25', 'ensemble']);
    await expect(first.read({ setting: firstSetting(2), baseline: 'bm25', measure: 'MRR@10' })).rejects.toMatchObject({
      name: 'AbortError',
    });
    const reading = await second.read({ setting: firstSetting(2), baseline: 'bm25', measure: 'MAP' });
    expect(reading.values).toHaveLength(24);
  });

  it('refuses a result whose judgments were edited since', async () => {
    const { workbench, result, id } = await evaluated();
    const questions = await workbench.questions.read(id);
    const judgments = questions.judgments.map((each, i) => (i === 0 ? { ...each, grade: 2 } : each));
    await workbench.questions.save(id, { ...questions, judgments });
    await expect(workbench.inspect.lab(result, ['bm25', 'embedding'])).rejects.toMatchObject({ code: 'lab-outdated' });
  });

  it('says which lists are no longer kept', async () => {
    const { workbench, result } = await evaluated();
    const lost = { ...result, key: 'another' };
    await expect(workbench.inspect.lab(lost, ['bm25', 'embedding'])).rejects.toMatchObject({
      code: 'lab-lists-gone',
      data: { system: 'bm25' },
    });
  });
});
