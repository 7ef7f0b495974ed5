import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Notice } from '../../../../src/contract/models';
import { billOf } from '../../../../tools/third-party/bill-of-materials';
import { isPermissive } from '../../../../tools/third-party/licence';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { noticesFor } from '../../../../tools/third-party/notices';

const notice = (fields: Partial<Notice>): Notice => ({
  name: 'a',
  version: '1.0.0',
  licence: 'MIT',
  kind: 'library',
  where: 'code',
  text: 'text',
  ...fields,
});
const app = { name: 'hitrate', version: '0.1.0', license: 'Apache-2.0' };
const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);

describe('billOf', () => {
  it('is valid by the strict schema of CycloneDX 1.6', async () => {
    const bill = billOf(app, [
      notice({}),
      notice({ name: '@a/b', licence: '(MIT OR GPL-3.0-or-later)' }),
      notice({ name: 'Some words', kind: 'data', version: '', licence: 'LicenseRef-Own' }),
      notice({ name: 'A model', kind: 'machine-learning-model', licence: 'CC-BY-SA-4.0' }),
    ]);
    expect(await validator.validate(JSON.stringify(bill))).toBeNull();
    // The check itself can fail.
    expect(await validator.validate(JSON.stringify({ ...bill, components: [{ name: 'no type' }] }))).not.toBeNull();
  });

  it('addresses packages as purl writes them', () => {
    expect(billOf(app, [notice({ name: '@a/b' })])['components']).toEqual([
      expect.objectContaining({ group: '@a', name: 'b', purl: 'pkg:npm/%40a/b@1.0.0' }),
    ]);
  });
});

describe('isPermissive', () => {
  it.each([
    ['MIT', true],
    ['GPL-3.0-or-later', false],
    ['CC-BY-SA-4.0', false],
    ['UNLICENSED', false],
    ['(MIT OR GPL-3.0-or-later)', true],
    ['GPL-3.0-or-later OR MIT', true],
    ['MIT AND GPL-3.0-or-later', false],
    ['(MIT AND Zlib)', true],
    ['MIT OR ISC AND GPL-2.0-only', true],
    ['(MIT OR ISC) AND GPL-2.0-only', false],
    ['GPL-2.0-only AND MIT OR Apache-2.0', true],
  ])('reads %s as %s', (expression, permissive) => {
    expect(isPermissive(expression)).toBe(permissive);
  });

  it.each(['', '(MIT', 'MIT)', 'MIT ISC', 'MIT OR', 'AND', 'SEE LICENSE IN LICENSE.txt'])('refuses %j', (text) => {
    expect(() => isPermissive(text)).toThrow(/no SPDX expression/);
  });
});

describe('noticesFor', () => {
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
