import { beforeEach, describe, expect, it } from 'vitest';
import { prompted, Replies } from '../../../../src/workbench/models/generation';
import { type Scripted, scripted } from './scripted-generator';
import { keep, madeUp, openWorkshop } from '../workshop';

describe('replies', () => {
  let model: Scripted;
  let id: string;
  const signal = new AbortController().signal;

  beforeEach(async () => {
    const workshop = await openWorkshop();
    model = scripted(workshop.ports, (prompt) => `to ${prompt}`);
    id = (await keep(workshop, madeUp(3, 2))).id;
  });

  it('are kept: the same prompt is not written twice, and is said to come from before', async () => {
    const replies = await Replies.of(model.ports, id, model.generator);
    expect(await replies.countKept([prompted('a', 10)])).toBe(0);
    expect(await replies.to(prompted('a', 10), signal)).toMatchObject({ text: 'to a', reused: false });
    expect(await replies.to(prompted('a', 10), signal)).toMatchObject({ text: 'to a', reused: true, milliseconds: 5 });
    expect(model.asked).toEqual(['a']);
    expect(await replies.countKept([prompted('a', 10), prompted('b', 10)])).toBe(1);
  });

  it.each([
    ['another limit of tokens', {}, 11],
    ['another device', { device: 'webgpu' as const }, 10],
  ])('are others with %s', async (_, change, most) => {
    const replies = await Replies.of(model.ports, id, model.generator);
    await replies.to(prompted('a', 10), signal);
    const others = await Replies.of(model.ports, id, { ...model.generator, ...change });
    expect(await others.countKept([prompted('a', most)])).toBe(0);
  });

  it('need a model that is here, with the revision that was meant', async () => {
    const gone = { ...model.generator, model: 'gone' };
    await expect(Replies.of(model.ports, id, gone)).rejects.toMatchObject({ code: 'model-absent' });
    const changed = { ...model.generator, revision: 'g0' };
    await expect(Replies.of(model.ports, id, changed)).rejects.toMatchObject({ code: 'model-changed' });
  });
});
