import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Notice } from '../../src/contract/models';
import { DIST } from '../../tools/site.mjs';
import { readGraph } from '../unit/import-graph';
import { expect, test } from './app';
import { violations } from './axe';

test.use({ serviceWorkers: 'allow' });

/** Every package that the code of the site imports at run time, by the name that it gives itself. */
function importedPackages(): string[] {
  // The command line runs in Node, and is no part of the site; what is virtual is made by the build.
  const graph = [...readGraph('.', ['src', 'workers'])].filter(([file]) => !/^src\/command-line\b/.test(file));
  const imports = graph
    .flatMap(([, own]) => own)
    .filter(({ to, typeOnly }) => !typeOnly && to.startsWith('npm:') && !to.startsWith('npm:virtual:'));
  const packages = imports.map(({ to }) => /^npm:((?:@[^/]+\/)?[^/]+)/.exec(to)![1]!);
  return [...new Set(packages)].map((folder) => {
    const manifest = readFileSync(`node_modules/${folder}/package.json`, 'utf8');
    return (JSON.parse(manifest) as { name: string }).name;
  });
}

/** What only a package's code says: where it is in a script, its notice must be there. */
const MARKERS = {
  'core-js': '2025–2026 CoreJS Company',
  jszip: 'JSZip',
  pako: 'incorrect header check',
  'workbox-core': 'workbox',
  parse5: 'unexpected-null-character',
  '@xmldom/xmldom': 'xmldom',
  'onnxruntime-web': 'ort-wasm',
  'd3-format': 'invalid format: ',
};

test('a term is explained by keyboard and leads to the glossary; licences are shown, of all that the site holds', async ({
  app,
}) => {
  const { page } = app;
  await page.goto(app.url);
  await page.getByTestId('see-sample').click();
  await page.getByRole('link', { name: 'Data' }).click();
  const term = page.getByTestId('card-judgments').getByTestId('term-judgment');

  await test.step('a term, and the glossary', async () => {
    await term.focus();
    await page.keyboard.press('Enter');
    await expect(term).toHaveAttribute('aria-expanded', 'true');
    await expect(page.getByRole('note')).toContainText('A person’s grade of how relevant a passage is');
    expect(await violations(page, null)).toEqual([]);
    await page.getByRole('note').getByRole('button', { name: 'Grade' }).click();
    const glossary = page.getByTestId('glossary');
    await expect(glossary.getByTestId('entry-grade')).toBeFocused();
    await expect(glossary.getByTestId('entry-grade')).toBeInViewport();
    await glossary.getByRole('searchbox').fill('cross-encoder');
    await expect(glossary.getByRole('article').first()).toHaveAccessibleName('Reranker');
    expect(await violations(page, null)).toEqual([]);
    // The first empties the search.
    for (let i = 0; i < 2; i++) await page.keyboard.press('Escape');
    await expect(glossary).toBeHidden();
    await expect(term).toBeFocused();
  });

  const notices = JSON.parse(readFileSync(join(DIST, 'licences/notices.json'), 'utf8')) as Notice[];
  const names = notices.map(({ name }) => name);

  await test.step('licences are shown, and kept for use offline', async () => {
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.getByTestId('about-button').click();
    await expect(page.getByTestId('about')).toContainText(/Version\s*\d+\.\d+\.\d+/);
    await page.getByTestId('about').getByRole('button', { name: 'Third-party licences' }).click();
    const dialog = page.getByTestId('notices-dialog');
    await expect(dialog.getByRole('listitem')).toHaveCount(notices.length);
    const item = dialog.getByRole('listitem').filter({ hasText: 'minisearch' });
    await item.locator('summary').focus();
    await page.keyboard.press('Enter');
    await expect(item.locator('pre')).toContainText('Permission is hereby granted');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    const isKept = () => caches.match('licences/notices.json', { ignoreSearch: true }).then(Boolean);
    expect(await page.evaluate(isKept)).toBe(true);
    expect(app.errors).toEqual([]);
  });

  await test.step('every package that is imported, and every one whose code is in the site, has its notice', async () => {
    const imported = importedPackages();
    expect(imported).toEqual(expect.arrayContaining(['svelte', 'workbox-precaching', '@huggingface/transformers']));
    expect(imported.filter((name) => !names.includes(name))).toEqual([]);
    const files = readdirSync(DIST, { recursive: true, encoding: 'utf8' });
    const scripts = files.filter((file) => /\.m?js$/.test(file)).map((file) => readFileSync(join(DIST, file), 'utf8'));
    for (const [name, marker] of Object.entries(MARKERS)) {
      expect(
        scripts.some((script) => script.includes(marker)),
        `${marker} of ${name} is in the site`,
      ).toBe(true);
      expect(names).toContain(name);
    }
    // And copied files.
    expect(files.some((file) => file.endsWith('.bcmap')) && names.includes('Adobe CMap resources')).toBe(true);
    expect(files.some((file) => file.endsWith('.gz')) && names.includes('IPADIC')).toBe(true);
    for (const { name, text } of notices) expect(text.length, name).toBeGreaterThan(200);
    expect(notices.find(({ name }) => name === 'onnxruntime-web')!.text).toContain('protocolbuffers/protobuf');
  });
});
