import { expect, test } from './app';
import { violations } from './axe';
import { SCREENS } from './screens';

test.use({ profile: 'shared' });

for (const [name, address, ready] of SCREENS)
  test(`axe-core finds no violation on the screen ${name}, at four widths, light and dark, and nothing scrolls sideways`, async ({
    app,
  }) => {
    const { page, url } = app;
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(url);
    await page.getByTestId('see-sample').click();
    await expect(page.getByTestId('verdict')).toBeVisible();
    await page.goto(url + address);
    await expect(page.locator(ready).first()).toBeVisible();
    if (name === 'statistics') await app.statistics();
    // A mark below the pointer would pale the others.
    await page.mouse.move(0, 0);
    for (const width of [390, 720, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        // Colours alone depend on the theme.
        const rules = colorScheme === 'dark' ? ['color-contrast'] : null;
        expect.soft(await violations(page, rules), `${width} wide, ${colorScheme}`).toEqual([]);
      }
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect.soft(excess, `too wide for ${width}`).toBeLessThanOrEqual(0);
    }
  });
