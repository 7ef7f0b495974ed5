import { describe, expect, it } from 'vitest';
import { parseComposed } from '../../../../src/domain/experiment/composed';
import { PRESETS, presetOf } from '../../../../src/domain/experiment/presets';
import { DEFAULT_SETTINGS } from '../../../../src/domain/experiment/settings';

const input = { languages: [{ language: 'en', share: 1 }], judged: 60 };
const namesOf = (judged: number): string[][] =>
  PRESETS.map((preset) => {
    const { systems, composed } = preset.systems({ ...input, judged });
    expect(parseComposed(composed).ok).toBe(true);
    return [...systems, ...composed.map(({ id }) => id)];
  });

describe('presets', () => {
  it('hold more and more: each has all systems of the one before', () => {
    const [quick, standard, thorough] = namesOf(60);
    expect(standard).toEqual(expect.arrayContaining(quick!));
    expect(thorough).toEqual(expect.arrayContaining(standard!));
    expect([quick!.length, standard!.length, thorough!.length]).toEqual([3, 6, 12]);
  });

  it('rerank nothing in the quick one, and learn a ranker only where questions suffice', () => {
    expect(namesOf(60)[0]).toEqual(['bm25', 'embedding', 'ensemble-rrf']);
    expect([49, 50].map((judged) => namesOf(judged)[2]!.includes('lambda-mart'))).toEqual([false, true]);
  });

  it('are known by their systems; the defaults are the standard one', () => {
    expect(presetOf(DEFAULT_SETTINGS, input)).toBe('standard');
    for (const preset of PRESETS) expect(presetOf(preset.systems(input), input)).toBe(preset.id);
    expect(presetOf({ systems: ['bm25'], composed: [] }, input)).toBeNull();
  });
});
