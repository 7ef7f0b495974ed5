import { expect, it } from 'vitest';
import type { StoredModel } from '../../../../../src/contract/models';
import {
  apartText,
  modelOriginText,
  speedText,
  deviceVerdictText,
} from '../../../../../src/ui/models/offer/model-texts';

const figure = { device: 'webgpu', loadMilliseconds: null, perSecond: null, threads: 1, apart: null } as const;
const verdict = (...[of, reason]: [Parameters<typeof deviceVerdictText>[0]['verdict'], string?]) =>
  deviceVerdictText({ ...figure, verdict: of, reason: reason ?? null });
const hub = { kind: 'hub', host: 'https://huggingface.co', repository: 'a/b', revision: 'main' } as const;
const from = (origin: object): string => modelOriginText({ origin } as unknown as StoredModel);

it.each([
  [apartText(0), '0'],
  [apartText(2.4e-7), '2e−7'],
  [apartText(0.0134), '.013'],
  [speedText(0.42), '0.4'],
  [speedText(12.54), '12.5'],
  [speedText(341.7), '342'],
  [verdict('failed', 'no memory'), 'failed: no memory'],
  [verdict('absent'), 'This browser offers no GPU.'],
  [from({ ...hub, commit: '0123456789abcdef' }), 'from huggingface.co, main at 0123456789ab'],
  [from({ ...hub, commit: null }), 'from huggingface.co, main'],
  [from({ kind: 'disk', name: 'gte' }), 'from disk, gte'],
])('says %s', (said, text) => expect(said).toBe(text));
