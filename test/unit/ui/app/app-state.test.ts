import { beforeEach, describe, expect, it, vi } from 'vitest';
import { experiment, keep, madeUp, openWorkshop } from '../../engine/workshop';
import { createWorkbench } from '../../../../src/engine/create-workbench';
import { AppState } from '../../../../src/ui/app/app-state.svelte';
import type { Preferences } from '../../../../src/ui/shared/preferences';

/** The state of the page over a database with two collections, of which the first is open. */
async function opened() {
  const workshop = await openWorkshop();
  const ids: string[] = [];
  for (const name of ['Tea', 'Rain']) ids.push((await keep(workshop, madeUp(20, 4), name)).id);
  const kept = new Map<string, unknown>([['collection', ids[0]]]);
  const preferences: Preferences = { read: (key) => kept.get(key), write: (key, value) => void kept.set(key, value) };
  const app = new AppState(createWorkbench(workshop.ports), preferences);
  await Promise.all([app.start(), app.models.refresh()]);
  const [tea, rain] = ids as [string, string];
  return { workshop, app, tea, rain };
}

describe('the collection that is open', () => {
  let at: Awaited<ReturnType<typeof opened>>;
  beforeEach(async () => void (at = await opened()));

  it('is the one that was, with its questions in the editor and its results read', () => {
    const { current } = at.app;
    expect([current?.id, current?.record.name]).toEqual([at.tea, 'Tea']);
    expect([current?.questions.draft?.length, current?.results.all]).toEqual([4, []]);
  });

  it('is closed when another is opened: what it waits for is not taken in, and nothing of it is shown', async () => {
    const { app, rain, workshop } = at;
    const before = app.current!;
    before.trying.text = 'copper heron';
    workshop.interrupt = () => void app.open(rain);
    await before.trying.ask(experiment({ systems: ['embedding'] }));
    await vi.waitFor(() => expect(app.current?.id).toBe(rain));
    expect([before.trying.history, before.trying.failure]).toEqual([[], null]);
    expect([app.current!.trying.text, app.current!.trying.history]).toEqual(['', []]);
  });

  it('hands on what a person chose for whichever collection, and keeps chunkings to itself', async () => {
    const { app, tea, rain } = at;
    const before = app.current!;
    before.settings.set({ depth: '70', chunkings: [{ kind: 'whole' }] });
    before.rewriting.set({ template: 'Say {question} otherwise.' });
    before.questionSources.setOptions({ limit: 7 });
    before.questionSources.asking.count = 5;
    await app.open(rain);
    const { settings, rewriting, questionSources } = app.current!;
    expect([settings.draft.depth, settings.draft.chunkings]).toEqual(['70', null]);
    expect([rewriting.prompt.template, questionSources.options.limit]).toEqual(['Say {question} otherwise.', 7]);
    expect(questionSources.asking.count).toBe(5);
    await app.open(tea);
    expect(app.current!.settings.draft.chunkings).toEqual([{ kind: 'whole' }]);
  });

  it('stays while its questions are changed and not saved, until the person gives that up', async () => {
    const { app, tea, rain } = at;
    app.current!.questions.edit(0, { text: 'mine' });
    await app.open(rain);
    expect([app.current?.id, app.waiting]).toEqual([tea, rain]);
    await app.giveUpChanges();
    expect([app.current?.id, app.waiting]).toEqual([rain, null]);
  });

  it('is evaluated to the end when another is opened, and has its result when it is opened again', async () => {
    const { app, tea, rain, workshop } = at;
    app.current!.settings.set({ systems: ['embedding'], device: 'wasm' });
    expect(app.current!.settings.problems).toEqual({});
    workshop.interrupt = () => void app.open(rain);
    app.evaluate();
    expect([app.running.busy, app.running.collection?.id]).toEqual([true, tea]);
    await vi.waitFor(() => expect(app.running.busy).toBe(false));
    expect([app.current?.id, app.current?.results.shown]).toEqual([rain, null]);
    workshop.interrupt = null;
    await app.open(tea);
    expect(app.current?.results.shown?.systems.map(({ id }) => id)).toEqual(['embedding']);
  });

  it('is deleted once nothing writes to it, and the first that is left is opened', async () => {
    const { app, tea, rain, workshop } = at;
    app.current!.settings.set({ systems: ['embedding'], device: 'wasm' });
    app.evaluate();
    expect(app.running.busy).toBe(true);
    await app.remove();
    expect([app.current?.id, app.collections.records.map(({ id }) => id)]).toEqual([rain, [rain]]);
    expect([app.running.busy, app.page.notice]).toEqual([false, null]);
    expect(await workshop.ports.storage.collections.get(tea)).toBeNull();
    await app.remove();
    expect([app.current, app.page.tab]).toEqual([null, 'evaluate']);
  });

  it('is made anew where another tab read its documents again, and takes up what was chosen', async () => {
    const { app } = at;
    const before = app.current!;
    before.settings.set({ depth: '70' });
    await app.openNow(before.id);
    expect(app.current).not.toBe(before);
    expect([app.current?.id, app.current?.settings.draft.depth]).toEqual([before.id, '70']);
  });
});
