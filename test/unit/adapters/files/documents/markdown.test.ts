import { describe, expect, it } from 'vitest';
import { markdownHeadings } from '../../../../../src/adapters/files/documents/markdown';
import { readOne } from './make';

describe('a Markdown file', () => {
  const text =
    '# One *bold* `word`\n\nBody\t# no heading\n\n## Two ##\n\nText\n\nThree\n-----\n\n```\n# code\n```\n\n> # quoted\n';

  it('stays as it is written', async () => {
    const { doc, report } = await readOne('a.md', `\ufeff${text.replaceAll('\n', '\r\n')}`);
    expect(doc.text).toBe(text);
    expect(doc.title).toBe('One bold word');
    expect(report).toMatchObject({ format: 'markdown', status: 'read', docs: 1, characters: text.length });
  });

  it('has headings that begin at their marks, and none in code or quotations', () => {
    const headings = markdownHeadings(text).headings;
    expect(headings.map(({ level, text }) => [level, text])).toEqual([
      [1, 'One bold word'],
      [2, 'Two'],
      [2, 'Three'],
    ]);
    const begins = ['# One', '## Two ##', 'Three\n---'];
    for (const [i, { start }] of headings.entries()) expect(text.slice(start).startsWith(begins[i]!)).toBe(true);
  });

  it('has headings in their places behind tabs and characters of two units', () => {
    const wide = '-\tlist\n\n\tcode 🐟\n\n# 时钟 🐟 &amp; bells\n';
    expect(markdownHeadings(wide).headings).toEqual([
      { start: wide.indexOf('# 时钟'), level: 1, text: '时钟 🐟 & bells' },
    ]);
  });

  const body = '## First section\n\n```\nimport b from "b"\n```\n\nimport duties\n';
  it.each([
    [
      'a.markdown',
      `---\ntitle: "The harbour"\ntags:\n- a\n# of 1\n"of": >\n  folded\n\n  text\nlist: [\n  a\n]\n---\n${body}`,
    ],
    ['a.md', `+++\ntitle = "The harbour"\n+++\n\n${body}`],
    [
      'a.mdx',
      `---\ntitle: The harbour\n---\nimport A from "./a"\nexport {\n  a,\n} from "b"\n\n${body}\nexport const x = 1\n`,
    ],
  ])('%s is without the fields before the text and what it imports', async (path, written) => {
    const { doc } = await readOne(path, written);
    expect({ ...doc, text: doc.text.trimEnd() }).toMatchObject({ title: 'The harbour', text: body.trimEnd() });
    expect(doc.outline?.headings).toEqual([{ start: 0, level: 2, text: 'First section' }]);
  });

  it.each([['import A from "a"'], ['export default a']])('keeps %s in what is no MDX', async (line) => {
    expect((await readOne('a.md', line)).doc.text).toBe(line);
  });

  it.each(['\n# Heading\n', 'Note: a tide.\n\nMuch prose.\n', '# Heading\n- item\n'])(
    'does not take text between two rules for fields: %j',
    async (between) => {
      expect((await readOne('a.md', `---\n${between}---\n`)).doc.text).toBe(`---\n${between}---\n`);
    },
  );

  it.each([
    ['100,000 asterisks', '*'.repeat(100_000)],
    ['100,000 asterisks with letters', '*a '.repeat(100_000)],
    ['30,000 links that are not closed', '[a]('.repeat(30_000)],
    ['100,000 brackets', '['.repeat(100_000)],
    ['50,000 link references', Array.from({ length: 50_000 }, (_, i) => `[a${i}]: /b`).join('\n')],
  ])('with %s is read, and a heading behind them is found', async (_name, hostile) => {
    const text = `${hostile}\n\n# Behind\n`;
    const { doc, report } = await readOne('a.md', text);
    expect(report).toMatchObject({ status: 'read', message: null });
    expect(doc.text).toBe(text);
    expect(doc.outline?.headings).toEqual([{ start: text.indexOf('# Behind'), level: 1, text: 'Behind' }]);
  });

  it('with lists 2,000 deep is read, and says that headings behind them may be missing', async () => {
    const lists = Array.from({ length: 2000 }, (_, i) => `${' '.repeat(2 * i)}- a`).join('\n');
    const { doc, report } = await readOne('a.md', `# Before\n\n${lists}\n\n# Behind\n`);
    expect(doc.outline?.headings.map(({ text }) => text)).toEqual(['Before']);
    expect(report.message).toMatch(/nested too deep.*headings behind them may be missing/);
  });

  it('keeps the marks of a heading that is longer than any that a person writes', async () => {
    const long = `${'*a* '.repeat(1000)}end`;
    expect((await readOne('a.md', `# ${long}\n`)).doc.title).toBe(long);
  });

  it('has no outline without headings', async () => {
    expect((await readOne('a.md', 'only text')).doc).toEqual({ id: 'a.md', title: '', text: 'only text' });
  });
});

describe('a notebook', () => {
  const cell = (cell_type: string, source: string | string[], rest = {}) => ({
    cell_type,
    metadata: {},
    source,
    ...rest,
  });

  it('is its cells as Markdown, without what they printed', async () => {
    const cells = [
      cell('markdown', ['# Tides\n', 'Prose.']),
      cell('code', 'print(1)', { outputs: [{ text: ['secret'] }] }),
      cell('code', []),
      cell('code', 's = """\n```\n# no heading\n"""'),
    ];
    const { doc } = await readOne('a.ipynb', JSON.stringify({ cells, nbformat: 4 }));
    expect(doc).toMatchObject({
      title: 'Tides',
      text: '# Tides\nProse.\n\n```\nprint(1)\n```\n\n````\ns = """\n```\n# no heading\n"""\n````',
    });
    expect(doc.outline?.headings).toHaveLength(1);
  });

  it.each(['{"cells": [{}]}', 'no JSON'])('of another kind is refused: %s', async (text) => {
    const { report } = await readOne('a.ipynb', text);
    expect(report).toMatchObject({
      status: 'broken',
      message: expect.stringMatching(/no Jupyter notebook.*save it again/) as string,
    });
  });
});
