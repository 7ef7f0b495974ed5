import { expect, test } from './app';

// In the shared one the run may have been made live, with vectors.
test.use({ profile: 'fresh' });

test('questions are a map, too: a dot opens its question, and a rectangle filters the list', async ({ app }) => {
  const { page } = app;
  await page.goto(app.url);
  await page.getByTestId('see-sample').click();
  await expect(page.getByTestId('verdict')).toBeVisible();
  await page.goto(`${app.url}#/c/sample/questions?filter=all`);
  const pane = page.getByTestId('question-pane');
  const heading = pane.getByRole('heading', { level: 2 });
  const map = page.getByRole('listbox', { name: /^Map of 156 questions, 156 of them listed/ });
  const dots = page.locator('[data-testid=question-map] path[data-kind]');
  const drawn = () => dots.evaluateAll((paths) => paths.map((path) => path.getAttribute('d')));
  const rows = page.getByTestId('question-rows').getByRole('listitem');
  // What is above the map moves it until it is there.
  await expect(page.locator('button[data-cause]').first()).toBeVisible();
  await page.getByText('Map', { exact: true }).click();
  await expect(map).toBeVisible();
  await expect(page).toHaveURL(/view=map/);
  await expect(rows).toHaveCount(0);
  await expect(page.getByTestId('question-map-pane')).toContainText('Placed by the words of the question');
  const picture = await drawn();

  await test.step('arrow keys go from dot to dot, and Enter opens the question', async () => {
    await map.focus();
    const option = map.getByRole('option');
    const before = await option.getAttribute('aria-label');
    await page.keyboard.press('ArrowUp');
    await expect(option).not.toHaveAttribute('aria-label', before!);
    const name = (await option.getAttribute('aria-label'))!;
    expect(name).toMatch(/ nDCG@10 (1\.000|\.\d{3})$/);
    await page.keyboard.press('Enter');
    await expect(heading).toHaveText(name.replace(/ nDCG@10 .*$/, ''));
  });

  await test.step('a click opens the dot that it meets', async () => {
    const { x, y, width } = (await map.boundingBox())!;
    const place = await dots.first().evaluate((path) =>
      path
        .getAttribute('d')!
        .match(/[\d.]+/g)!
        .map(Number),
    );
    const scale = width / (await map.evaluate((svg) => (svg as unknown as SVGSVGElement).viewBox.baseVal.width));
    // A circle begins at its left.
    await page.mouse.click(x + (place[0]! + place[2]!) * scale, y + place[1]! * scale);
    const tip = page.getByTestId('question-map').locator('.tip');
    await expect(tip).toBeVisible();
    await expect(page).toHaveURL(/q=/);
    const shown = (await tip.locator('bdi').textContent())!.replace(/…$/, '');
    expect(await heading.textContent()).toContain(shown);
  });

  await test.step('j and k go on through the list', async () => {
    const before = await heading.textContent();
    await page.keyboard.press('j');
    await expect(heading).not.toHaveText(before!);
    await page.keyboard.press('k');
    await expect(heading).toHaveText(before!);
  });

  await test.step('a rectangle selects questions, which the list has, and a set keeps', async () => {
    const { x, y, width, height } = (await map.boundingBox())!;
    await page.mouse.move(x + 2, y + 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 2, y + height / 2, { steps: 4 });
    await page.mouse.move(x + width - 2, y + height * 0.45);
    await page.mouse.up();
    const chip = page.getByRole('button', { name: /^Selected on the map: \d+/ });
    const [, count] = /: (\d+)/.exec((await chip.textContent())!)!;
    expect(Number(count)).toBeGreaterThan(5);
    expect(Number(count)).toBeLessThan(156);
    await page.getByText('List', { exact: true }).click();
    await expect(rows.first()).toHaveAttribute('aria-setsize', count!);
    await page.getByTestId('question-filters').locator('summary').click();
    await page.getByLabel('Name of the set').fill('From the map');
    await page.getByRole('button', { name: 'Save set' }).click();
    await expect(page.getByRole('button', { name: `From the map ${count}` })).toHaveAttribute('aria-pressed', 'true');
    await chip.click();
    await expect(rows.first()).toHaveAttribute('aria-setsize', '156');
    await page.getByRole('button', { name: `From the map ${count}` }).click();
    await expect(rows.first()).toHaveAttribute('aria-setsize', count!);
    await page.getByRole('button', { name: 'Delete the set “From the map”' }).click();
  });

  await test.step('Space selects a dot, and once more no longer', async () => {
    await page.getByRole('button', { name: /^All questions/ }).click();
    await page.getByText('Map', { exact: true }).click();
    await map.focus();
    await page.keyboard.press('Space');
    await expect(page.getByRole('button', { name: 'Selected on the map: 1' })).toBeVisible();
    await page.keyboard.press('Space');
    await expect(page.getByRole('button', { name: /^Selected on the map/ })).toHaveCount(0);
  });

  await test.step('dots show the difference to another system, by shape and in words', async () => {
    await page.getByLabel('Dots show').selectOption({ label: 'Difference to BM25' });
    await expect(page.locator('path[data-kind=better]')).toBeVisible();
    await expect(page.locator('path[data-kind=worse]')).toBeVisible();
    await expect(map.getByRole('option')).toHaveAttribute('aria-label', / nDCG@10 ([+−](1\.000|\.\d{3})|\.000)$/);
    await page.getByLabel('Dots show').selectOption({ index: 0 });
  });

  await test.step('the address brings back the map, drawn as before', async () => {
    await page.reload();
    await expect(map).toBeVisible();
    expect(await drawn()).toEqual(picture);
  });
  expect(app.errors).toEqual([]);
});
