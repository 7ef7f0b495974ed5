import { runInAddress } from '../../../../src/ui/shared/navigation/address';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AppState } from '../../../../src/ui/app/app-state.svelte';
import { keptCollections, newPage, openPage } from './opened-app';

type Kept = Awaited<ReturnType<typeof keptCollections>>;

/** Runs a system of the open collection. @returns the run as an address names it */
async function run(app: AppState, system: 'bm25' | 'embedding'): Promise<string> {
  (await app.current!.needWork()).settings.set({ systems: [system], device: 'wasm' });
  app.evaluate();
  await vi.waitFor(() => expect(app.running.busy).toBe(false));
  return runInAddress(app.current!.results.all![0]!.key);
}

const shownIn = ({ current }: AppState): string | null | undefined =>
  current?.results.shown && runInAddress(current.results.shown.key);

describe('an address', () => {
  let kept: Kept;
  const open = (address?: string) => openPage(kept.workshop, kept.preferences, address);
  beforeEach(async () => void (kept = await keptCollections()));

  it('that is none opens the collection that was open, and the start where none was', async () => {
    const { app, bar } = await open();
    expect([app.current?.id, bar.history]).toEqual([kept.tea, [`#/c/${kept.tea}/data`]]);
    kept.preferences.clear();
    const first = await open();
    expect([first.app.current, first.bar.history]).toEqual([null, ['']]);
  });

  it('of the start is the start, whatever was open', async () => {
    const { app, bar } = await open('#/');
    expect([app.current, bar.history]).toEqual([null, ['#/']]);
  });

  it('of a run that is not here says so, and shows the newest', async () => {
    const before = await open(`#/c/${kept.tea}/runs?drawer=new-run`);
    const newest = await run(before.app, 'bm25');
    const { app, bar } = await open(`#/c/${kept.tea}/r/gone/findings`);
    expect([shownIn(app), bar.history]).toEqual([newest, [`#/c/${kept.tea}/r/${newest}/findings`]]);
    expect(app.page.notice?.message).toContain('The run in this address is not in this browser');
    const none = await open(`#/c/${kept.rain}/r/gone/findings`);
    expect(none.app.page.notice?.message).toContain('This collection has no run yet');
  });

  it('of a collection that is not here says so, and opens the nearest', async () => {
    const { app, bar } = await open('#/c/gone/findings');
    expect([app.current?.id, bar.history]).toEqual([kept.tea, [`#/c/${kept.tea}/data`]]);
    expect(app.page.notice?.message).toContain('The collection in this address is not in this browser');
  });

  it('that is visited before the collections are read is followed once they are', async () => {
    const { app, bar } = newPage(kept.workshop, kept.preferences, '#/');
    const starting = app.start();
    bar.visit(`#/c/${kept.rain}/data`);
    await starting;
    expect([app.current?.id, app.page.notice]).toEqual([kept.rain, null]);
  });

  it('of nothing says so, and opens the nearest', async () => {
    const { app, bar } = await open('#/what?is=this');
    expect([app.current?.id, bar.read()]).toEqual([kept.tea, `#/c/${kept.tea}/data`]);
    expect(app.page.notice?.message).toContain('This address does not exist in Hitrate');
    bar.visit(`#/c/${kept.rain}/data/judge`);
    await vi.waitFor(() => expect(bar.read()).toBe(`#/c/${kept.rain}/data`));
  });
});
