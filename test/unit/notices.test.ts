import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Notice } from '../../src/contract/models';
import { DIST, ensureBuilt } from '../../tools/site.mjs';
import { readGraph } from './import-graph';

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
  parse5: 'unexpected-null-character',
  '@xmldom/xmldom': 'xmldom',
  'onnxruntime-web': 'ort-wasm',
  'd3-format': 'invalid format: ',
};

it('every package that is imported, and every one whose code is in the site, has its notice', () => {
  ensureBuilt();
  const notices = JSON.parse(readFileSync(join(DIST, 'licences/notices.json'), 'utf8')) as Notice[];
  const names = notices.map(({ name }) => name);
  const imported = importedPackages();
  expect(imported).toEqual(expect.arrayContaining(['svelte', 'minisearch', '@huggingface/transformers']));
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
