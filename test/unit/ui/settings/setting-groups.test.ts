import { describe, expect, it } from 'vitest';
import { DEFAULT_DRAFT, type Draft } from '../../../../src/ui/settings/settings-draft';
import { ownInterpolation, settingGroups } from '../../../../src/ui/settings/setting-groups';
import { MODELS } from '../../workbench/workshop';

const setup = (draft: Partial<Draft> = {}) => ({
  draft: { ...DEFAULT_DRAFT, ...draft },
  problems: {},
  models: MODELS,
  suggestedAnalyzer: { stemmer: null },
  gpu: true,
  isolated: true,
});
const groupsOf = (draft: Partial<Draft> = {}, retrieved = true) => settingGroups(setup(draft), retrieved);
const fieldsOf = (...args: Parameters<typeof groupsOf>) =>
  groupsOf(...args).flatMap(({ fields, beside = [] }) => [...fields, ...beside]);

describe('the panel of settings', () => {
  it('has one field for every setting but those that have a part of the page, and keeps what is there', () => {
    const patches = fieldsOf().map((field) => field.set(field.value as never));
    const elsewhere = ['systems', 'composed', 'chunkings', 'families', 'lexicalWeight'];
    expect([...patches.flatMap(Object.keys), ...elsewhere].sort()).toEqual(Object.keys(DEFAULT_DRAFT).sort());
    for (const patch of patches) expect(DEFAULT_DRAFT).toMatchObject(patch);
  });

  it('has only what is set for runs where nothing is retrieved', () => {
    expect(groupsOf({}, false).map(({ title }) => title)).toEqual(['Lists', 'Measures']);
    expect(fieldsOf({}, false).map(({ label }) => label)).not.toContain('Depth');
  });

  it('shows measures of other programs in canonical form', () => {
    const hint = (measures: string) => fieldsOf({ measures }).find(({ label }) => label === 'Others')!.hint;
    expect(hint('map')).toBe('Read as MAP');
    expect(hint('MAP')).toMatch(/^As MAP, RPrec/);
  });

  it('proposes the interpolation of the model', () => {
    const card = MODELS.find(({ id }) => id === DEFAULT_DRAFT.rerankerModel)!;
    expect(ownInterpolation(setup())).toBe(String(card.interpolation));
    expect(ownInterpolation(setup({ rerankerModel: 'gone' }))).toBe('');
  });
});
