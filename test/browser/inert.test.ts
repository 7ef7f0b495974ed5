import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from './app';
import { openElsewhere } from './elsewhere';

/** Markup that asks `url` for something, or marks the page, wherever it is brought to life. */
const hostile = (url: string): string => `
<img src="${url}img" onerror="window.lives = 'img'">
<svg onload="window.lives = 'svg'"><image href="${url}svg"/></svg>
<script>window.lives = 'script'</script><script src="${url}script"></script>
<iframe src="${url}iframe" srcdoc="<script>parent.lives = 'srcdoc'</script>"></iframe>
<object data="${url}object"></object><embed src="${url}embed">
<link rel="stylesheet" href="${url}stylesheet"><link rel="prefetch" href="${url}prefetch">
<style>@import url(${url}import); body { background: url(${url}background) }</style>
<form action="${url}form"><input autofocus onfocus="window.lives = 'focus'"></form>
<video src="${url}video" autoplay></video>
<meta http-equiv="refresh" content="0; url=${url}refresh">
<base href="${url}base/">`;

const markdown = (url: string): string =>
  `# Harbour notes\n\nThe warden of the kelpwright keeps the lamp.\n\n![lamp](${url}markdown)\n\n[go](javascript:window.lives='link')\n\n<${url}auto>\n`;

/** The policy is off: what keeps a document from loading anything is that it is shown as text. */
test.use({ bypassCSP: true });

test('documents full of markup are shown as text: nothing is loaded, run or followed', async ({ app }) => {
  const { page } = app;
  const elsewhere = await openElsewhere();
  const folder = mkdtempSync(join(tmpdir(), 'hitrate-hostile-'));
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  const markup = hostile(elsewhere.url);
  write(
    'page.html',
    `<title>Kelpwright ${markup}</title><h1>Kelpwright</h1>${markup}<p>The kelpwright is here.</p>${markup}`,
  );
  write('notes.md', `${markdown(elsewhere.url)}\n${markup}\n`);
  write('plain.txt', `The kelpwright, in a plain file. ${markup}`);
  write(
    'table.csv',
    `id,title,text\n1,"<img src=${elsewhere.url}csv>","A kelpwright <img src=${elsewhere.url}cell onerror=lives=1>"\n`,
  );
  await app.open();
  await app.giveFolder(folder);
  await app.keepDocuments(`<img src=${elsewhere.url}name>`);
  await expect(page.getByTestId('data-overview')).toContainText('Now: questions');

  await app.show('Documents');
  await page.getByRole('button', { name: 'more', exact: true }).click();
  // Those with headings open in a dialog.
  const readers = page.getByRole('listitem').getByRole('button', { name: /^Read\b/ });
  await expect(readers).toHaveCount(2);
  for (const reader of await readers.all()) {
    await reader.click();
    const text = page.getByTestId('document-text');
    await expect(text.getByRole('group', { name: 'Text' })).toContainText('kelpwright', { ignoreCase: true });
    await text.getByRole('button', { name: 'Close' }).click();
  }

  await app.show('New run');
  await app.choose('bm25');
  await app.show('Try');
  await page.getByRole('textbox', { name: 'Question' }).fill(`kelpwright <img src=${elsewhere.url}question>`);
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('try-columns')).toContainText('kelpwright');

  // Requests leave in order: when one of the test's own has arrived, so has whatever the documents asked for.
  await page.evaluate((url) => fetch(url), `${elsewhere.url}last`);
  expect(elsewhere.asked).toEqual(['/last']);
  expect(await page.evaluate(() => (globalThis as { lives?: string }).lives)).toBeUndefined();
  expect(
    await page
      .locator(`[src^="${elsewhere.url}"], [href^="${elsewhere.url}"], iframe, meta[http-equiv="refresh"]`)
      .count(),
  ).toBe(0);
  await elsewhere.close();
});
