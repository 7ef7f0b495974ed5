import { beforeEach, describe, expect, it, vi } from 'vitest';
import { experiment } from '../../workbench/workshop';
import { START } from '../../../../src/ui/shared/navigation/address';
import { keptCollections, openPage } from './opened-app';

/** The state of the page over a database with two collections, of which the first is open. */
async function opened() {
  const { workshop, tea, rain, preferences } = await keptCollections();
  return { workshop, ...(await openPage(workshop, preferences)), tea, rain };
}

describe('the collection that is open', () => {
  let at: Awaited<ReturnType<typeof opened>>;
  beforeEach(async () => void (at = await opened()));

  it('is the one that was, with its results read, and its questions in the editor once a screen needs that', async () => {
    const { current } = at.app;
    expect([current?.id, current?.record.name]).toEqual([at.tea, 'Tea']);
    expect([current?.results.all, current?.work]).toEqual([[], null]);
    const work = await current!.needWork();
    expect([work.questions.draft?.length, current?.work]).toEqual([4, work]);
    expect(await current!.needWork()).toBe(work);
  });

  it('is closed when another is opened: what it waits for is not taken in, and nothing of it is shown', async () => {
    const { app, rain, workshop } = at;
    const { trying } = await app.current!.needWork();
    trying.text = 'copper heron';
    workshop.interrupt = () => void app.open(rain);
    await trying.ask(experiment({ systems: ['embedding'] }));
    await vi.waitFor(() => expect(app.current?.id).toBe(rain));
    expect([trying.history, trying.failure]).toEqual([[], null]);
    const now = (await app.current!.needWork()).trying;
    expect([now.text, now.history]).toEqual(['', []]);
  });

  it('stays while its questions are changed and not saved, until the person gives that up', async () => {
    const { app, tea, rain } = at;
    expect(app.current!.unsaved).toBe(false);
    (await app.current!.needWork()).questions.edit(0, { text: 'mine' });
    expect(app.current!.unsaved).toBe(true);
    await app.open(rain);
    expect([app.current?.id, app.waiting]).toEqual([tea, rain]);
    await app.giveUpChanges();
    expect([app.current?.id, app.waiting]).toEqual([rain, null]);
  });

  it('is evaluated to the end when another is opened, whose address stays, and then has its result', async () => {
    const { app, bar, tea, rain, workshop } = at;
    const { settings } = await app.current!.needWork();
    settings.set({ systems: ['embedding'], device: 'wasm' });
    expect(settings.problems).toEqual({});
    workshop.interrupt = () => void app.open(rain);
    app.evaluate();
    expect([app.running.busy, app.running.collection?.id]).toEqual([true, tea]);
    await vi.waitFor(() => expect(app.running.busy).toBe(false));
    expect([app.current?.id, app.current?.results.shown]).toEqual([rain, null]);
    expect(bar.read()).toBe(`#/c/${rain}/data`);
    workshop.interrupt = null;
    await app.open(tea);
    expect(app.current?.results.shown?.systems.map(({ id }) => id)).toEqual(['embedding']);
  });

  it('is where a run was started again once that is cancelled; the start page stays behind what is opened there', async () => {
    const { app, bar, tea, workshop } = at;
    (await app.current!.needWork()).settings.set({ systems: ['embedding'], device: 'wasm' });
    app.navigation.go(app.navigation.newRun);
    workshop.interrupt = () => app.running.task.cancel();
    app.evaluate();
    await vi.waitFor(() => expect(app.running.busy).toBe(false));
    expect([bar.read(), app.running.task.cancelled]).toEqual([`#/c/${tea}/data`, true]);
    app.navigation.go({ collection: null });
    await app.open(tea);
    bar.back();
    expect(bar.read()).toBe('#/');
  });

  it('is deleted once nothing writes to it, and the first that is left is opened', async () => {
    const { app, tea, rain, workshop } = at;
    (await app.current!.needWork()).settings.set({ systems: ['embedding'], device: 'wasm' });
    app.evaluate();
    expect(app.running.busy).toBe(true);
    await app.remove();
    expect([app.current?.id, app.collections.records.map(({ id }) => id)]).toEqual([rain, [rain]]);
    expect([app.running.busy, app.page.notice]).toEqual([false, null]);
    await app.deletion.finish();
    expect(await workshop.ports.storage.collections.get(tea)).toBeNull();
    await app.remove();
    expect([app.current, app.navigation.address]).toEqual([null, START]);
  });

  it('shows questions that were added before they are read: a drawer that is opened meanwhile stays', async () => {
    const { app } = at;
    const { corpus } = app.current!;
    await corpus.needDocs();
    await app.importing.read([{ path: 'new.csv', file: new Blob(['question\nWhich heron is new?\n']) }], 'questions');
    await app.importing.keep();
    expect([app.navigation.address.part, corpus.questions?.queries.length]).toEqual(['questions', 4]);
    app.navigation.go(app.navigation.newRun);
    await vi.waitFor(() => expect(app.page.announcement).toBe('Added to Tea: 1 question.'));
    expect([app.navigation.atNewRun, corpus.questions?.queries.length]).toEqual([true, 5]);
  });
});
