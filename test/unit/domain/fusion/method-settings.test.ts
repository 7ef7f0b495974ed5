import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  firstSetting,
  fusionOf,
  isTrained,
  METHOD_NAMES,
  METHODS,
  settingOf,
} from '../../../../src/domain/fusion/method-settings';
import { ENGINE_NORM_NAMES, NORM_NAMES } from '../../../../src/domain/fusion/method';
import {
  crossFittedSchema,
  DEFAULT_CROSS_FITTED,
  fusionProblems,
  fusionSchema,
} from '../../../../src/domain/fusion/fusion-spec';

const POLICIES = ['zero', 'min', 'skip'] as const;
const schemas = fusionSchema.options;
const entriesOf = (method: string): Record<string, unknown> =>
  schemas.find((schema) => schema.entries.method.literal === method)!.entries;

describe('the table of methods', () => {
  it('has every method of the spec, and no other', () => {
    expect([...METHOD_NAMES].sort()).toEqual(schemas.map(({ entries }) => entries.method.literal).sort());
  });

  it.each(METHOD_NAMES.filter((method) => !isTrained(method)))('makes a sound spec of %s', (method) => {
    const setting = { ...firstSetting(2), method };
    const fusion = fusionOf(setting);
    expect(v.safeParse(fusionSchema, fusion).success).toBe(true);
    expect(fusionProblems(fusion, 2)).toEqual([]);
    // A field that the schema has and the table forgot would be refused above; one too many as well.
    expect(Object.keys(fusion).sort()).toEqual(Object.keys(entriesOf(method)).sort());
  });

  it.each(METHOD_NAMES.filter((method) => METHODS[method].absent.length > 0))(
    'offers for %s the policies that its schema takes, and no other',
    (method) => {
      const taken = POLICIES.filter(
        (absent) => v.safeParse(fusionSchema, { ...fusionOf({ ...firstSetting(2), method }), absent }).success,
      );
      expect([...METHODS[method].absent].sort()).toEqual([...taken].sort());
    },
  );

  it('makes a sound spec of every normalisation', () => {
    for (const norm of [...NORM_NAMES, ...ENGINE_NORM_NAMES])
      expect(v.safeParse(fusionSchema, fusionOf({ ...firstSetting(2), norm })).success).toBe(true);
  });

  it('puts a policy that the method does not know to the method’s first, not to none', () => {
    expect(fusionOf({ ...firstSetting(2), method: 'geometric-mean', absent: 'zero' })).toMatchObject({ absent: 'min' });
  });

  it.each(Object.entries(DEFAULT_CROSS_FITTED))('has sound usual numbers for the training of %s', (method, usual) => {
    expect(v.parse(crossFittedSchema, usual)).toEqual(usual);
    expect(usual).toMatchObject({ method, folds: 5, seed: 1 });
    expect(isTrained(usual.method)).toBe(true);
  });

  it('refuses to tell a trained fusion from its setting alone', () => {
    expect(() => fusionOf({ ...firstSetting(2), method: 'mapfuse' })).toThrow(RangeError);
  });
});

describe('the setting of a fusion', () => {
  it('has what the fusion says, and the first setting for all else', () => {
    expect(settingOf({ method: 'rrf', constant: 10, weights: [1, 3] }, 2)).toEqual({
      ...firstSetting(2),
      method: 'rrf',
      constant: 10,
      weights: [1, 3],
    });
  });

  it('has the lowest scores apart from the name of the normalisation', () => {
    const norm = { kind: 'theoretical-min-max' as const, lowest: [0, -1] };
    expect(settingOf({ method: 'sum', norm, absent: 'zero' }, 2)).toMatchObject({
      norm: 'theoretical-min-max',
      lowest: [0, -1],
    });
  });

  it('has the method and normalisation of a fusion that is trained', () => {
    expect(settingOf({ method: 'segfuse', norm: 'sum', folds: 5, seed: 1 }, 2)).toMatchObject({
      method: 'segfuse',
      norm: 'sum',
    });
  });
});
