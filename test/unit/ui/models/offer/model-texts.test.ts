import { describe, expect, it } from 'vitest';
import type { StoredModel } from '../../../../../src/contract/models';
import {
  apartText,
  modelOriginText,
  speedText,
  deviceVerdictText,
} from '../../../../../src/ui/models/offer/model-texts';

describe('words for a trial', () => {
  it.each([
    [0, '0'],
    [2.4e-7, '2e−7'],
    [0.0134, '.013'],
  ])('a distance of %s is %s', (apart, text) => {
    expect(apartText(apart)).toBe(text);
  });

  it('speeds have a decimal only where it tells something', () => {
    expect([speedText(0.42), speedText(12.54), speedText(341.7)]).toEqual(['0.4', '12.5', '342']);
  });

  it('a verdict has its reason', () => {
    const figure = { device: 'webgpu', loadMilliseconds: null, perSecond: null, threads: 1, apart: null } as const;
    expect(deviceVerdictText({ ...figure, verdict: 'failed', reason: 'no memory' })).toBe('failed: no memory');
    expect(deviceVerdictText({ ...figure, verdict: 'absent', reason: null })).toBe('This browser offers no GPU.');
    expect(deviceVerdictText({ ...figure, verdict: 'slow', reason: null })).toBe('stopped: WASM is far ahead');
    const reason = { code: 'model-absent', data: { model: 'small' } } as const;
    expect(deviceVerdictText({ ...figure, verdict: 'failed', reason })).toMatch(/^failed: The model “small” is not on/);
  });

  it('an origin names host and commit, or the folder', () => {
    const origin = {
      kind: 'hub',
      host: 'https://huggingface.co',
      repository: 'a/b',
      revision: 'main',
      commit: '0123456789abcdef',
    } as const;
    expect(modelOriginText({ origin } as unknown as StoredModel)).toBe('from huggingface.co, main at 0123456789ab');
    expect(modelOriginText({ origin: { ...origin, commit: null } } as unknown as StoredModel)).toBe(
      'from huggingface.co, main',
    );
    expect(modelOriginText({ origin: { kind: 'disk', name: 'gte' } } as unknown as StoredModel)).toBe('from disk, gte');
  });
});
