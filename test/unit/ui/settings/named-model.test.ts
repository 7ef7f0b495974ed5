import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../../src/domain/experiment/settings';
import { composedSystem, type ComposedVectors } from '../../../../src/domain/experiment/composed';
import {
  modelOptions,
  namedModel,
  settingOptions,
  vectorsOf,
  withModel,
  withPrefixes,
} from '../../../../src/ui/settings/named-model';
import { retrieverText } from '../../../../src/ui/shared/system-text';
import { systemProblems } from '../../../../src/ui/settings/system-editing';
import { MODELS } from '../../engine/workshop';

const vectors: ComposedVectors = { kind: 'vectors', search: { kind: 'nearest', metric: 'cosine' } };
const second = { ...MODELS[0]!, id: 'org/other@1:q8', name: 'other' };

describe('the model of a part of a system', () => {
  it('can be chosen only where there is another than that of the settings', () => {
    expect(modelOptions(MODELS, 'embedding', undefined)).toEqual([]);
    expect(modelOptions([...MODELS, second], 'embedding', undefined).map(({ value }) => value)).toEqual([
      '',
      'hitrate-embedding',
      'org/other@1:q8',
    ]);
  });

  it('is shown when it is gone, so that another can be chosen', () => {
    const options = modelOptions(MODELS, 'embedding', 'org/gone');
    expect(options.at(-1)).toEqual({ value: 'org/gone', label: 'org/gone, which is not here' });
  });

  it('of the settings is shown when it is gone, too', () => {
    const own = { value: 'hitrate-embedding', label: MODELS[0]!.name };
    expect(settingOptions(MODELS, 'embedding', 'hitrate-embedding')).toEqual([own]);
    expect(settingOptions(MODELS, 'embedding', 'org/gone')).toEqual([
      own,
      { value: 'org/gone', label: 'org/gone, which is not here' },
    ]);
  });

  it('is no field of the part where the settings name it', () => {
    const named = withModel(vectors, second.id);
    expect(namedModel(named)).toBe(second.id);
    expect(withModel(named, '')).toEqual(vectors);
    expect(withPrefixes(withPrefixes(vectors, 'none'), 'own')).toEqual(vectors);
  });

  it('is found in what is asked by rewrites, too', () => {
    const rewrites = { name: 'r', hash: 'h' };
    expect(vectorsOf({ kind: 'rewritten', rewrites, original: true, constant: 60, retriever: vectors })).toBe(vectors);
  });

  it('is told without its commit, and with the kind of its weights', () => {
    const named = { ...vectors, model: 'org/other@0123456789ab:q8' };
    expect(retrieverText(named)).toBe('vectors by cosine by org/other (q8)');
    expect(retrieverText({ ...named, model: 'hitrate-embedding', prefixes: 'none' })).toBe(
      'vectors by cosine by hitrate-embedding without prefixes',
    );
  });

  it('that is gone is a problem in words, not a crash', () => {
    const system = composedSystem('mine', [{ ...vectors, model: 'org/gone' }]);
    expect(systemProblems(system, DEFAULT_SETTINGS, MODELS)).toEqual(['The model “org/gone” is not on this machine.']);
  });
});
