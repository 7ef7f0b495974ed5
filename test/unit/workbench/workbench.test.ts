import { expect, it, vi } from 'vitest';
import { HitrateError } from '../../../src/contract/errors';
import { createWorkbench } from '../../../src/workbench/workbench';
import { experiment, keep, madeUp, MODELS, openWorkshop, quiet } from './workshop';

it('gives the models that were read last', async () => {
  const { models } = createWorkbench((await openWorkshop()).ports);
  expect(models.cards).toEqual([]);
  await models.refresh();
  expect(models.cards.map(({ id }) => id)).toEqual(MODELS.map(({ id }) => id));
});

it('runs, pools and tries in one tab at a time, and does not free the workers of what is under way', async () => {
  const workshop = await openWorkshop();
  const { ports } = workshop;
  const { id } = await keep(workshop, madeUp(4, 2), 'Tea');
  const release = vi.fn();
  const refusal = new HitrateError('already-running', null);
  const workbench = createWorkbench({
    ...ports,
    encoder: { ...ports.encoder, release },
    exclusive: () => Promise.reject(refusal),
  });
  const spec = experiment();
  await expect(workbench.runs.run(id, spec, quiet)).rejects.toBe(refusal);
  await expect(workbench.runs.pool(id, spec, 5, quiet)).rejects.toBe(refusal);
  await expect(workbench.inspect.tryQuestion(id, spec, 'tea?', quiet)).rejects.toBe(refusal);
  expect(release).not.toHaveBeenCalled();
});
