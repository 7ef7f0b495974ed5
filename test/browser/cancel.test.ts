import { STAGE_IDS } from '../../src/contract/result';
import { createApp, expect, exported, test } from './app';
import { startOver } from './shared-profile';

/** Every stage has one of these. */
const SYSTEMS = ['bm25', 'embedding', 'ensemble', 'ensemble-rerank'];

const STAGES = STAGE_IDS.filter((stage) => stage !== 'learn');

test(
  'cancelling in each stage leaves the app usable and the cache sound',
  { tag: '@full' },
  async ({ app, sharedContext }) => {
    const { page } = app;
    await app.open();
    await app.choose(...SYSTEMS);
    for (const stage of STAGES) {
      // A click at the first paint of the stage: a person is slower, and these stages last milliseconds on the sample.
      await page.evaluate((id) => {
        const observer = new MutationObserver(() => {
          const running = document.querySelector(`[data-testid="stage-${id}"][data-state="running"]`);
          const button = document.querySelector<HTMLElement>('[data-testid="cancel-button"]');
          if (!running || !button) return;
          observer.disconnect();
          button.click();
        });
        observer.observe(document.body, { subtree: true, childList: true, attributes: true });
      }, stage);
      await page.getByTestId('evaluate-button').click();
      await expect(page.getByTestId('evaluate-button')).toBeEnabled();
      await expect(page.getByTestId('progress')).toBeHidden();
    }
    await app.evaluate();
    const interrupted = await exported(page);
    expect(app.errors).toEqual([]);

    await startOver(sharedContext, app.url);
    const other = createApp(await sharedContext.newPage(), app.url);
    await other.open();
    await other.choose(...SYSTEMS);
    await other.evaluate();
    const whole = await exported(other.page);
    await other.page.close();
    expect(interrupted.systems.map(({ measures }) => measures)).toEqual(whole.systems.map(({ measures }) => measures));
  },
);
