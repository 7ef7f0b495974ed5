import { describe, expect, it } from 'vitest';
import { compareSystems } from '../../../../src/workbench/inspect/comparisons';
import { resultWithin } from '../../../../src/workbench/inspect/within';
import { createWorkbench } from '../../../../src/workbench/workbench';
import { experiment, keep, madeUp, openWorkshop } from '../workshop';

const quiet = () => ({ signal: new AbortController().signal, progress: () => undefined });

async function run() {
  const workshop = await openWorkshop();
  const { id } = await keep(workshop, madeUp(60, 44));
  const result = await createWorkbench(workshop.ports).runs.run(
    id,
    experiment({ measures: ['MAP', 'num_rel'] }),
    quiet(),
  );
  return { workshop, result };
}

describe('a result within some of its questions', () => {
  it('has the means of these questions, added up one by one', async () => {
    const { result } = await run();
    const positions = [...result.queries.keys()].filter((q) => q % 3 === 1);
    const within = resultWithin(result, positions);
    expect(within.queries).toEqual(positions.map((q) => result.queries[q]));
    result.systems.forEach((system, s) => {
      for (const [text, all] of Object.entries(system.perQuery)) {
        const own = within.systems[s]!;
        expect([...own.perQuery[text]!]).toEqual(positions.map((q) => all[q]!));
        let total = 0;
        for (const q of positions) total += all[q]!;
        expect(own.measures[text]).toBeCloseTo(text === 'num_rel' ? total : total / positions.length, 12);
        // Not those of all questions.
        if (all.some((value) => value !== all[0])) expect(own.perQuery[text]).not.toHaveLength(all.length);
      }
      expect([...within.systems[s]!.firstRelevant]).toEqual(positions.map((q) => system.firstRelevant[q]));
    });
    const moved = result.systems.filter(
      ({ measures }, s) => Math.abs(measures['nDCG@10']! - within.systems[s]!.measures['nDCG@10']!) > 1e-6,
    );
    expect(moved).not.toEqual([]);
  });

  it('has the lists of these questions, and counts those without results', async () => {
    const { result } = await run();
    const [system] = result.systems;
    const { top } = system!;
    // The third question has no results.
    const gone = top.offsets[3]! - top.offsets[2]!;
    const offsets = top.offsets.map((offset, i) => (i > 2 ? offset - gone : offset));
    const docs = Uint32Array.from([...top.docs.slice(0, offsets[2]), ...top.docs.slice(top.offsets[3])]);
    const scores = Float64Array.from([...top.scores.slice(0, offsets[2]), ...top.scores.slice(top.offsets[3])]);
    const holed = { ...result, systems: [{ ...system!, top: { offsets, docs, scores } }] };
    const [own] = resultWithin(holed, [1, 2, 40]).systems;
    expect(own!.answered).toBe(2);
    const list = (q: number) => [...top.docs.slice(top.offsets[q], top.offsets[q + 1])];
    expect([...own!.top.docs]).toEqual([...list(1), ...list(40)]);
    expect([...own!.top.offsets]).toEqual([0, list(1).length, list(1).length, list(1).length + list(40).length]);
    expect(own!.top.scores).toHaveLength(own!.top.docs.length);
  });

  it('says nothing that is known of all questions together only, and is kept apart from them', async () => {
    const { result } = await run();
    const within = resultWithin(result, [0, 1, 2]);
    expect(within.warnings).toEqual([]);
    for (const { ties, unjudged } of within.systems) expect([ties, unjudged]).toEqual([{}, {}]);
    const keys = [result.key, within.key, resultWithin(result, [0, 12]).key, resultWithin(result, [0, 1]).key];
    expect(new Set(keys).size).toBe(4);
  });

  it('is compared on these questions alone', async () => {
    const { workshop, result } = await run();
    const positions = [...result.queries.keys()].slice(5, 30);
    const { pairs } = await compareSystems(workshop.ports, resultWithin(result, positions), 'nDCG@10');
    for (const { a, b, meanDifference, questions } of pairs) {
      const of = (id: string) => result.systems.find((system) => system.id === id)!.perQuery['nDCG@10']!;
      const differences = positions.map((q) => of(a)[q]! - of(b)[q]!);
      expect(questions).toBe(25);
      expect(meanDifference).toBeCloseTo(differences.reduce((sum, each) => sum + each, 0) / 25, 9);
    }
  });
});
