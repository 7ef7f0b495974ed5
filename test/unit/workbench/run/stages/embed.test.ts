import { expect, it } from 'vitest';
import { createWorkbench } from '../../../../../src/workbench/workbench';
import { vectorNamespace } from '../../../../../src/workbench/run/stages/embed';
import { stageKey } from '../../../../../src/workbench/run/stage-context';
import { DENSE } from '../../../system-parts';
import { experiment, keep, madeUp, openWorkshop } from '../../workshop';

const versions = { transformers: '4', 'onnxruntime-web': '1' };

it('vectors of the bundled model are found by the key that they ever had, those of others by a new one', () => {
  const { model, revision, device, maxTokens, passagePrefix: prefix } = DENSE;
  const key = (pooled: object) =>
    stageKey(versions, 'models', 'embed-passage', ['passage-vectors'], {
      ...{ model, revision, device, maxTokens, prefix },
      ...pooled,
    });
  expect(vectorNamespace(versions, DENSE, 'passage')).toBe(key({}));
  // Theirs were filled up, and depended on what else was left to embed.
  const pooled = { pooling: 'mean', normalise: true } as const;
  expect(vectorNamespace(versions, { ...DENSE, ...pooled }, 'passage')).not.toBe(key(pooled));
});

it('a vector that cannot be kept ends the call at once, with what storage says', async () => {
  const workshop = await openWorkshop();
  const { id } = await keep(workshop, madeUp(2000, 5));
  const { storage } = workshop.ports;
  const full = new Error('the disk is full');
  const rows = { ...storage.rows, add: () => Promise.reject(full) };
  const ports = { ...workshop.ports, storage: { ...storage, rows } };
  const signal = new AbortController().signal;
  const run = createWorkbench(ports).runs.run(id, experiment({ systems: ['embedding'] }), {
    signal,
    progress: () => undefined,
  });
  await expect(run).rejects.toBe(full);
});
