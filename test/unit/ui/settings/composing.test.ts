import { describe, expect, it } from 'vitest';
import { HitrateError } from '../../../../src/contract/errors';
import { composedOf, parseComposed } from '../../../../src/domain/experiment/composed';
import type { ExperimentSpec, SystemSpec } from '../../../../src/domain/experiment/experiment';
import type { FusionSpec } from '../../../../src/domain/fusion/fusion-spec';
import { fusedSystem, trainedSystem } from '../../../../src/ui/settings/composing.svelte';
import type { TrainedSpec } from '../../../../src/domain/ltr/learned-spec';
import { bareSystem, changedSystems, LIST_CHANGING_PARTS } from '../../system-parts';
import { resultOf } from '../result';

const fusion: FusionSpec = { method: 'rrf', constant: 60, weights: [1, 1] };
const naming = { encoder: () => ({}), reranker: () => ({}) };
const other: SystemSpec = { ...bareSystem, id: 'other' };
const specOf = (...systems: SystemSpec[]): ExperimentSpec => ({ ...resultOf({ bm25: [1] }).spec, systems });

describe('a system that is made of a fusion of the lab', () => {
  it('has the retrievers of its lists', () => {
    const system = fusedSystem(specOf(bareSystem, other), fusion, ['bm25', 'other'], naming);
    expect(system.retrievers).toEqual([...bareSystem.retrievers, ...other.retrievers]);
    expect(parseComposed([system])).toMatchObject({ ok: true });
  });

  it.each(changedSystems)(
    'is refused where a list comes of a system with %s, instead of being without it',
    (_, list) => {
      const make = () => fusedSystem(specOf(bareSystem, list), fusion, ['bm25', list.id], naming);
      expect(make).toThrow(HitrateError);
      expect(make).toThrow(`“${list.id}” has more than a retriever (`);
    },
  );

  it('is refused where a list has several retrievers, or is none of the experiment', () => {
    const two: SystemSpec = {
      ...bareSystem,
      id: 'two',
      fusion,
      retrievers: [...bareSystem.retrievers, ...other.retrievers],
    };
    expect(() => fusedSystem(specOf(bareSystem, two), fusion, ['bm25', 'two'], naming)).toThrow(
      '“two” has 2 retrievers',
    );
    expect(() => fusedSystem(specOf(bareSystem), fusion, ['bm25', 'gone'], naming)).toThrow('“gone” is not a system');
  });
});

it('a system of a model that one learned is that one in all else', () => {
  const { filter, learned, boost, rerank, threshold } = LIST_CHANGING_PARTS;
  const whole: SystemSpec = { ...bareSystem, filter, learned, boost, rerank, threshold };
  const trained = { kind: 'model' } as TrainedSpec;
  expect(trainedSystem(specOf(whole), trained, 'bm25', naming)).toEqual({
    ...composedOf(whole, naming),
    id: 'bm25, trained',
    learned: trained,
  });
});
