import { expect, it } from 'vitest';
import { createWorkbench } from '../../../src/engine/create-workbench';
import { MODELS, openWorkshop } from './workshop';

it('gives the models that were read last', async () => {
  const { models } = createWorkbench((await openWorkshop()).ports);
  expect(models.cards).toEqual([]);
  await models.refresh();
  expect(models.cards.map(({ id }) => id)).toEqual(MODELS.map(({ id }) => id));
});
