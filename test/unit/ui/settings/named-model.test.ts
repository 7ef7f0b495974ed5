import { describe, expect, it } from 'vitest';
import type { ComposedVectors } from '../../../../src/domain/experiment/retrievers';
import { modelField, vectorModelFields } from '../../../../src/ui/settings/named-model';
import { retrieverText } from '../../../../src/ui/shared/retriever-texts';
import type { FormField } from '../../../../src/ui/settings/form-field';
import { MODELS } from '../../workbench/workshop';

const vectors: ComposedVectors = { kind: 'vectors', search: { kind: 'nearest', metric: 'cosine' } };
const choiceIn = <Spec>(fields: readonly FormField<Spec>[], label: string) => {
  const field = fields.find((each) => each.label === label);
  return field?.type === 'choice' ? field : undefined;
};
const modelOf = (part: ComposedVectors, cards = MODELS) => choiceIn(modelField(part, cards, 'embedding'), 'Model');
const second = { ...MODELS[0]!, id: 'org/other@1:q8', name: 'other' };

describe('the model of a part of a system', () => {
  it('can be chosen only where there is another than that of the settings', () => {
    expect(modelOf(vectors)).toBeUndefined();
    expect(modelOf(vectors, [...MODELS, second])!.options.map(({ value }) => value)).toEqual([
      '',
      'hitrate-embedding',
      'org/other@1:q8',
    ]);
  });

  it('is shown when it is gone, so that another can be chosen', () => {
    const { options } = modelOf({ ...vectors, model: 'org/gone' })!;
    expect(options.at(-1)).toEqual({ value: 'org/gone', label: 'org/gone, which is not here' });
  });

  it('is no field of the part where the settings name it', () => {
    const named = modelOf(vectors, [...MODELS, second])!.set(second.id);
    expect(modelOf(named)!.value).toBe(second.id);
    expect(modelOf(named)!.set('')).toEqual(vectors);
    const without = { ...vectors, prefixes: 'none' } as const;
    const prefixes = choiceIn(vectorModelFields(without, MODELS, 'hitrate-embedding'), 'Prefixes')!;
    expect(prefixes.value).toBe('none');
    expect(prefixes.set('own')).toEqual(vectors);
    expect(prefixes.set('none')).toEqual(without);
  });

  it('is found in what is asked by rewrites, too', () => {
    const rewrites = { name: 'r', hash: 'h' };
    const asked = { kind: 'rewritten', rewrites, original: true, constant: 60, retriever: vectors } as const;
    const model = choiceIn(vectorModelFields(asked, [...MODELS, second], 'hitrate-embedding'), 'Model')!;
    expect(model.set(second.id)).toEqual({ ...asked, retriever: { ...vectors, model: second.id } });
  });

  it('is told without its commit, and with the kind of its weights', () => {
    const named = { ...vectors, model: 'org/other@0123456789ab:q8' };
    expect(retrieverText(named)).toBe('vectors by cosine by org/other (q8)');
    expect(retrieverText({ ...named, model: 'hitrate-embedding', prefixes: 'none' })).toBe(
      'vectors by cosine by hitrate-embedding without prefixes',
    );
  });
});
