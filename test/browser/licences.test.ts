import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Notice } from '../../src/contract/models';
import { DIST } from '../../tools/site.mjs';
import { readGraph } from '../unit/import-graph';
import { expect, leaveNewRun, test } from './app';

test.use({ serviceWorkers: 'allow' });

const notices = (): Notice[] => JSON.parse(readFileSync(join(DIST, 'licences/notices.json'), 'utf8')) as Notice[];
const names = () => new Set(notices().map(({ name }) => name));

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

test('every package that the sources import has a notice in the built site', () => {
  const imported = importedPackages();
  expect(imported).toEqual(expect.arrayContaining(['svelte', 'workbox-precaching', '@huggingface/transformers']));
  expect(imported.filter((name) => !names().has(name))).toEqual([]);
});

test('every marker of a package in the built scripts has its notice', () => {
  const scripts = readdirSync(DIST, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.m?js$/.test(file))
    .map((file) => readFileSync(join(DIST, file), 'utf8'))
    .join('\n');
  // What only that package's code says: it is in a script, so its notice must be there.
  for (const [name, marker] of [
    ['core-js', '2025–2026 CoreJS Company'],
    ['jszip', 'JSZip'],
    ['pako', 'incorrect header check'],
    ['workbox-core', 'workbox'],
    ['parse5', 'unexpected-null-character'],
    ['@xmldom/xmldom', 'xmldom'],
    ['onnxruntime-web', 'ort-wasm'],
    ['d3-format', 'invalid format: '],
  ] as const) {
    expect(scripts.includes(marker), `${marker} of ${name} is in the site`).toBe(true);
    expect(names()).toContain(name);
  }
  // And copied files.
  const assets = readdirSync(join(DIST, 'assets'));
  expect(assets.some((file) => file.endsWith('.bcmap')) && names().has('Adobe CMap resources')).toBe(true);
  expect(assets.some((file) => file.endsWith('.gz')) && names().has('IPADIC')).toBe(true);
});

test('every notice has a text, and ONNX Runtime those of what its binaries hold', () => {
  for (const { name, text } of notices()) expect(text.length, name).toBeGreaterThan(200);
  expect(notices().find(({ name }) => name === 'onnxruntime-web')!.text).toContain('protocolbuffers/protobuf');
});

test('the bill of materials is valid, and names what the notices name', async () => {
  const text = readFileSync(join(DIST, 'licences/bill-of-materials.cdx.json'), 'utf8');
  expect(await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(text)).toBeNull();
  const { components } = JSON.parse(text) as { components: { group?: string; name: string }[] };
  expect(components.map(({ group, name }) => (group ? `${group}/${name}` : name))).toEqual(
    notices().map(({ name }) => name),
  );
});

test('the licences are shown in the app, by keyboard, and kept for use offline', async ({ app }) => {
  const { page } = app;
  await app.open();
  await leaveNewRun(page);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.getByTestId('notices-button').focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByTestId('notices-dialog');
  await expect(dialog.getByRole('listitem')).toHaveCount(notices().length);
  const item = dialog.getByRole('listitem').filter({ hasText: 'minisearch' });
  await item.locator('summary').focus();
  await page.keyboard.press('Enter');
  await expect(item.locator('pre')).toContainText('Permission is hereby granted');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByTestId('notices-button')).toBeFocused();
  expect(app.errors).toEqual([]);
  expect(await page.evaluate(() => caches.match('licences/notices.json', { ignoreSearch: true }).then(Boolean))).toBe(
    true,
  );
});
