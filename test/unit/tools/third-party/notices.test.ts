import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noticesFor } from '../../../../tools/third-party/notices';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'hitrate-notices-'));
  // Models and samples are always among the parts.
  for (const file of ['models/hitrate-embedding', 'models/hitrate-reranker', 'samples/hitrate-sample'])
    write(`public/${file}/README.md`, 'about it');
  write('public/samples/the-breakwater/README.md', 'about it');
});
afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, text: string): string {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

/** A package with a module. @returns the module's path */
function add(name: string, fields: Record<string, unknown>, files: Record<string, string> = {}): string {
  const folder = `node_modules/${name}`;
  write(`${folder}/package.json`, JSON.stringify({ name, version: '1.2.3', ...fields }));
  for (const [file, text] of Object.entries(files)) write(`${folder}/${file}`, text);
  return write(`${folder}/lib/deep/index.js`, '');
}

const libraries = (files: readonly string[]) => noticesFor(files, root).filter(({ kind }) => kind === 'library');

describe('noticesFor', () => {
  it('has one entry for a package, with all that it says of its licence', () => {
    const module = add(
      '@a/b',
      { license: 'MIT' },
      { LICENSE: 'The text\n', 'NOTICE.md': 'More', 'lib/LICENSE': 'not this' },
    );
    expect(libraries([module, module.replace('index', 'other')])).toEqual([
      expect.objectContaining({ name: '@a/b', version: '1.2.3', licence: 'MIT', text: 'The text\n\n----\n\nMore' }),
    ]);
  });

  it('leaves out what is our own', () => {
    expect(libraries([write('src/a.ts', ''), '\0virtual', 'commonjsHelpers.js'])).toEqual([]);
  });

  it('finds the package of a module below a package.json without a name', () => {
    const module = add('a', { license: 'ISC' }, { licence: 'text', 'lib/package.json': '{ "type": "module" }' });
    expect(libraries([module])).toHaveLength(1);
  });

  it('tells two versions of a package apart, and lists them once each', () => {
    const text = { LICENSE: 'text' };
    const first = add('a', { license: 'MIT' }, text);
    const second = add('b/node_modules/a', { name: 'a', license: 'MIT', version: '2.0.0' }, text);
    const third = add('c/node_modules/a', { name: 'a', license: 'MIT', version: '2.0.0' }, text);
    expect(libraries([first, second, third]).map(({ version }) => version)).toEqual(['1.2.3', '2.0.0']);
  });

  it('has what bundlers add of their own, and what packages hold copies of', () => {
    for (const name of ['vite', 'pako', 'lie', 'immediate', 'setimmediate'])
      add(name, { license: 'MIT' }, { LICENSE: 'text\n# Licenses of bundled dependencies\nlong' });
    const jszip = add('jszip', { license: '(MIT OR GPL-3.0-or-later)' }, { LICENSE: 'text' });
    const found = libraries(['\0vite/preload-helper.js', jszip]);
    expect(found.map(({ name }) => name)).toEqual(['immediate', 'jszip', 'lie', 'pako', 'setimmediate', 'vite']);
    expect(found.find(({ name }) => name === 'pako')!.where).toBe('within jszip');
    expect(found.find(({ name }) => name === 'vite')!.text).toBe('text');
  });

  it('refuses everything that cannot be passed on, in one message', () => {
    const files = [
      add('without-text', { license: 'MIT' }),
      add('without-licence', {}, { LICENSE: 'text' }),
      add('strict', { license: 'AGPL-3.0-only' }, { LICENSE: 'text' }),
      add('vague', { license: 'SEE LICENSE IN LICENSE' }, { LICENSE: 'text' }),
      add('fine', { license: 'MIT' }, { LICENSE: 'text' }),
    ];
    expect(() => noticesFor(files, root)).toThrow(
      [
        'What is bundled cannot be passed on as it is:',
        'strict 1.2.3 is under “AGPL-3.0-only”, which is not permissive',
        'without-licence 1.2.3 names no licence',
        'without-text 1.2.3 has no licence file: add its text to tools/third-party/texts and supplements.ts',
        '“SEE LICENSE IN LICENSE” is no SPDX expression',
      ].join('\n'),
    );
  });
});
