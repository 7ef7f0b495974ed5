import { describe, expect, it } from 'vitest';
import { ENGINE_IDS } from '../../../../src/domain/fusion/engines/engine-names';
import { expressed } from '../../../../src/domain/fusion/engines/nearest';
import { firstSetting, fusionOf } from '../../../../src/domain/fusion/method-settings';
import { FusionLab } from '../../../../src/domain/lab/lab';
import { climb, type Ladder, LADDER_PARTS } from '../../../../src/domain/lab/ladder';
import { constantsFor, methodsFor, weightsTried } from '../../../../src/domain/lab/ladder-settings';
import { finish } from '../../../../src/domain/ltr/training';
import { gradesOf, labOf, listOf, type MadeQuestion, twoKinds } from './make';

const climbed = (questions: readonly MadeQuestion[], engine: 'llamaindex' | 'qdrant' | null = null): Ladder =>
  finish(climb(new FusionLab(labOf(questions), 200), { base: firstSetting(2), measure: 'MRR', engine }));

/** Both lists put the answer second, behind another document each: together they put it first. */
const together = Array.from({ length: 40 }, (_, q): MadeQuestion => ({
  lists: [listOf({ [`x${q % 3}`]: 3, right: 2, z: 1 }), listOf({ [`y${q % 4}`]: 3, right: 2, w: 1 })],
  grades: gradesOf({ right: 1 }),
}));

describe('the ladder of decisions', () => {
  it('ends at its first rung where one list alone is as good', () => {
    const { list, rungs } = climbed(twoKinds(40, () => true));
    expect(list).toEqual({ id: 'list 0', mean: 1 });
    expect(rungs.map(({ part, pays }) => [part, pays])).toEqual([['fusion', false]]);
    expect(rungs[0]!.heldOut!.difference.mean).toBeLessThan(0);
  });

  it('finds that fusing pays, and that no other method adds to it', () => {
    const { list, rungs } = climbed(together);
    expect(list.mean).toBe(0.5);
    expect(rungs.map(({ part, pays }) => [part, pays])).toEqual([
      ['fusion', true],
      ['method', false],
    ]);
    expect(rungs[0]!.heldOut).toMatchObject({ difference: { mean: 0.5, higher: 40 } });
    expect(rungs[1]!.heldOut!.difference.mean).toBe(0);
    expect(rungs[1]!.candidates).toBe(8);
  });

  it('chooses the list, too, without the questions that are measured: on noise that costs the list', () => {
    const lab = new FusionLab(labOf(twoKinds(25, (q) => (q * 7919) % 13 < 6)), 200);
    const { list, rungs } = finish(climb(lab, { base: firstSetting(2), measure: 'MRR', engine: null }));
    const [first] = rungs;
    const [values] = lab.values(first!.chosen, ['MRR']);
    expect(first!.optimistic).toBeCloseTo(values!.reduce((sum, value) => sum + value, 0) / 25 - list.mean, 10);
    expect(first!.heldOut!.difference.mean).toBeGreaterThan(first!.optimistic);
    expect(rungs.at(-1)!.pays).toBe(false);
  });

  it('passes over what an engine cannot set: LlamaIndex fixes the constant', () => {
    const { rungs } = climbed(together, 'llamaindex');
    expect(rungs[0]!.chosen).toMatchObject({ method: 'rrf', constant: 59 });
    expect(constantsFor('llamaindex', rungs[0]!.chosen)).toHaveLength(1);
    expect(weightsTried('llamaindex', rungs[0]!.chosen)).toHaveLength(1);
    expect(rungs.map(({ part }) => part)).toEqual(LADDER_PARTS.slice(0, rungs.length));
  });

  it.each(ENGINE_IDS)('tries nothing that %s cannot compute', (engine) => {
    const methods = methodsFor(engine, firstSetting(2));
    const all = methods
      .flatMap((setting) => constantsFor(engine, setting))
      .flatMap((setting) => weightsTried(engine, setting));
    for (const setting of all) expect(expressed(engine, fusionOf(setting), 2), JSON.stringify(setting)).not.toBeNull();
    expect(all.length).toBeGreaterThan(1);
  });

  it('refuses so few questions that nothing could be held out', () => {
    expect(() => climbed(together.slice(0, 5))).toThrow(RangeError);
  });
});

describe('a fusion in the place of another', () => {
  it('is measured against it, over all questions', () => {
    const lab = new FusionLab(labOf(twoKinds(30, (q) => q % 3 === 0)), 200);
    const asked = { ...firstSetting(2), method: 'wsum' as const, weights: [1, 0] };
    const { mean, difference, ci95 } = lab.replaced({
      asked,
      given: { method: 'wsum', norm: 'min-max', absent: 'zero', weights: [0, 1] },
      measure: 'MRR',
    });
    const own = lab.values(asked, ['MRR'])[0]!;
    expect(difference.mean).toBeCloseTo(mean - own.reduce((sum, value) => sum + value, 0) / 30, 10);
    expect(difference.mean).toBeGreaterThan(0);
    expect(ci95![0]).toBeLessThan(difference.mean);
  });
});
