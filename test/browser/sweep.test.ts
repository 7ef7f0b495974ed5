import type { Page } from '@playwright/test';
import { expect, test } from './app';
import { violations } from './axe';
import { SCREENS } from './screens';

test.use({ profile: 'shared' });

/** Tabs before the page is asked what they reached. */
const TABS = 40;

/**
 * What can be clicked and is not reached by Tab. Of radio buttons, and of what shares one place in the tab order (marks
 * of a chart, cells of a map, rows of a list: arrow keys go from one to the next), one of the group is enough.
 */
async function unreached(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    const { sweepEnd } = globalThis as unknown as { sweepEnd?: AbortController };
    sweepEnd?.abort();
    const end = new AbortController();
    const state = { reachedLinks: new Set<string>(), reached: 0, quiet: 0 };
    document.querySelectorAll('[data-reached]').forEach((each) => each.removeAttribute('data-reached'));
    document.addEventListener(
      'focusin',
      ({ target }) => {
        const element = target as Element;
        // Rows of a long list are made anew when they come into view.
        const link = element.getAttribute('href');
        const isKnown = link ? state.reachedLinks.has(link) : element.hasAttribute('data-reached');
        if (link) state.reachedLinks.add(link);
        element.setAttribute('data-reached', '');
        state.quiet = isKnown ? state.quiet + 1 : 0;
        state.reached += isKnown ? 0 : 1;
      },
      end,
    );
    Object.assign(globalThis, { sweep: state, sweepEnd: end });
    (document.activeElement as HTMLElement | null)?.blur();
  });
  // Until nothing is left, or a whole round finds nothing new: what is still loading is drawn anew, and lets the focus go.
  for (;;) {
    for (let tab = 0; tab < TABS; tab++) await page.keyboard.press('Tab');
    const { left, isDone } = await page.evaluate(leftOver);
    if (left.length === 0 || isDone) return left;
  }
}

/** What is not reached yet, and whether a whole round found nothing new; runs in the page. */
function leftOver(): { left: string[]; isDone: boolean } {
  const { sweep } = globalThis as unknown as {
    sweep: { reachedLinks: Set<string>; reached: number; quiet: number };
  };
  const clickable =
    'a[href], button, input, select, textarea, summary, [role=button], [role=option], [role=tab], [role=gridcell]';
  const groups = 'table, svg, ol, ul, fieldset, [role=radiogroup], [role=listbox], [role=grid], [role=group]';
  // What lies below an open dialog cannot be clicked.
  const shown = document.querySelector('dialog:modal') ?? document;
  const left = [...shown.querySelectorAll<HTMLElement>(clickable)]
    .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.matches(':disabled'))
    .filter((each) => !each.hasAttribute('data-reached') && !each.closest('[inert]'))
    .filter((each) => !sweep.reachedLinks.has(each.getAttribute('href') ?? ''))
    .filter((each) => {
      const isRoving = each.tabIndex < 0 || each.matches('[type=radio]');
      const group = each.parentElement!.closest(groups);
      return !isRoving || !(group?.matches('[data-reached]') || group?.querySelector('[data-reached]'));
    })
    .map((each) => each.outerHTML.slice(0, 120));
  return { left, isDone: sweep.quiet > sweep.reached };
}

test('every screen is accessible, fits every width and is operated by keyboard alone', async ({ app }) => {
  const { page, url } = app;
  await page.goto(`${url}#/c/sample`);
  await expect(page.getByTestId('verdict')).toBeVisible();
  for (const [name, address, ready] of SCREENS)
    await test.step(name, async () => {
      await page.goto(url + address);
      await expect(page.locator(ready).first()).toBeVisible();
      if (name === 'statistics') await app.statistics();
      // A mark below the pointer would pale the others.
      await page.mouse.move(0, 0);
      for (const width of [720, 1024, 390, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect.soft(excess, `${name} is too wide for ${width}`).toBeLessThanOrEqual(0);
        if (width === 390 || width === 1440)
          expect.soft(await violations(page, null), `${name}, ${width} wide`).toEqual([]);
      }
      await page.emulateMedia({ colorScheme: 'dark' });
      // Colours alone depend on the theme.
      expect.soft(await violations(page, ['color-contrast']), `${name}, dark`).toEqual([]);
      await page.emulateMedia({ colorScheme: 'light' });
      expect.soft(await unreached(page), name).toEqual([]);
    });
  expect(app.errors).toEqual([]);
});
