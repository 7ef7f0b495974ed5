import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { PdfLine } from '../../../../../src/adapters/files/documents/pdf-columns';
import { linesOf, type GlyphRun, pageText } from '../../../../../src/adapters/files/documents/pdf-lines';
import { parserHere } from '../../../../../src/adapters/files/documents/registry';
import { readDocuments } from '../../../../../src/adapters/files/documents/read';
import { withoutRadicals } from '../../../../../src/adapters/files/documents/pdf-headings';
import { filesOf } from '../make';
import { FIXTURES, readOne } from './make';
import { at, pdfOf } from './pdfs';

const fixture = (path: string): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(`${FIXTURES}/mixed/${path}`));
const textOf = async (...pages: string[]): Promise<string> => (await readOne('a.pdf', pdfOf(pages))).doc.text;

describe('the text of a PDF', () => {
  it('has lines where the page has them, and an empty line between paragraphs', async () => {
    const page =
      at(50, 500, 'One line,') + at(50, 488, 'the next.') + at(50, 460, 'A paragraph.') + at(50, 448, 'End.');
    expect(await textOf(page)).toBe('One line,\nthe next.\n\nA paragraph.\nEnd.');
  });

  it('has an empty line after a heading in larger letters, however near', async () => {
    expect(await textOf(at(50, 500, 'Bells', 16) + at(50, 484, 'Of bells.') + at(50, 472, 'More.'))).toBe(
      'Bells\n\nOf bells.\nMore.',
    );
  });

  it('has a blank where words are apart without one, and none inside a word', async () => {
    expect(await textOf(at(50, 500, 'har') + at(64.5, 500, 'bour') + at(90, 500, 'wall'))).toBe('harbour wall');
  });

  it('keeps an index letter in its line', async () => {
    expect(await textOf(at(50, 500, 'E = mc') + at(81.5, 504, '2', 6))).toBe('E = mc2');
  });

  it('keeps a hyphen at the end of a line', async () => {
    expect(await textOf(at(50, 500, 'a manip-') + at(50, 488, 'ulation'))).toBe('a manip-\nulation');
  });

  it('is read column by column, as the file draws it', async () => {
    const left = at(30, 500, 'left one') + at(30, 488, 'left two');
    const right = at(220, 500, 'right one') + at(220, 488, 'right two');
    expect(await textOf(left + right)).toBe('left one\nleft two\n\nright one\nright two');
  });

  it('takes the word of the file for which column comes first', async () => {
    expect(await textOf(at(220, 500, 'right') + at(30, 500, 'left'))).toBe('right\n\nleft');
  });

  const LEFT = [
    'The ferry company was founded',
    'in 1912 by two brothers who had',
    'come home from the sea. Their',
    'first boat carried a cow, and',
    'twelve passengers.',
  ];
  const RIGHT = [
    'Today the company runs electric',
    'boats on four routes. All tickets',
    'are sold on board, and bicycles',
    'travel free in winter, outside',
    'of holidays.',
  ];
  const column = (x: number, top: number, lines: readonly string[]) =>
    lines.map((line, i) => at(x, top - 12 * i, line, 8));
  const inRows = (...columns: readonly (readonly string[])[]) =>
    columns[0]!.flatMap((_, i) => columns.map((each) => each[i]!)).join('');

  it.each([
    ['on the same height', 500, [LEFT, RIGHT]],
    ['on other heights', 496, [LEFT, RIGHT]],
    ['of three', 500, [LEFT, RIGHT, LEFT]],
  ])('is read column by column where the file draws rows of columns, %s', async (_, height, texts) => {
    const columns = texts.map((lines, i) => column(10 + 132 * i, i % 2 === 1 ? height : 500, lines));
    const page =
      at(10, 540, 'The heading', 14) + inRows(...columns) + at(10, 400, 'A line below that is as wide as both.');
    expect(await textOf(page)).toBe(
      ['The heading', ...texts.map((lines) => lines.join('\n')), 'A line below that is as wide as both.'].join('\n\n'),
    );
  });

  it.each([
    [
      'short cells',
      ['North pier', 'South pier', 'Island loop', 'Old harbour', 'Mill'],
      ['12.50', '14.00', '22.00', '31.00', '1'],
    ],
    [
      'names and values',
      ['Maximum operating temperature', 'Weight', 'Length of the cable', 'Power'],
      ['85 degrees in dry and still air', '2 kg', '1.5 m with both of its plugs', '9 W'],
    ],
  ])('keeps rows of tables with %s', async (_, names, values) => {
    const rows = names.map((name, i) => `${name} ${values[i]}`);
    expect(await textOf(inRows(column(10, 500, names), column(200, 500, values)))).toBe(rows.join('\n'));
  });

  it('is without running heads and page numbers, and keeps what only looks like them', async () => {
    const pages = Array.from({ length: 4 }, (_, i) =>
      [
        at(50, 580, 'Of clocks'),
        at(50, 570, `Lesson ${i}`, 14),
        at(50, 550 - i, '],'),
        at(50, 500, `Year ${1990 + 7 * i}`),
        at(50, 480, `Body ${'abcd'[i]}`),
        at(50, 460 + i, 'End'),
        at(50, 20, `- ${i + 7} of 12 -`),
      ].join(''),
    );
    const { doc } = await readOne('a.pdf', pdfOf([...pages, at(50, 580, 'Of clocks')]));
    expect(doc.text).toBe(
      [...pages.map((_, i) => `Lesson ${i}\n\n],\n\nYear ${1990 + 7 * i}\nBody ${'abcd'[i]}\nEnd`), 'Of clocks'].join(
        '\n\n',
      ),
    );
  });

  it('is read from the top where the file draws the foot of a page first', async () => {
    const left = at(30, 500, 'left one') + at(30, 488, 'left two');
    const right = at(220, 500, 'right one') + at(220, 488, 'right two');
    const foot = at(30, 30, 'the foot of the page is as wide as both of its columns are together');
    const head = at(30, 550, 'the head of the page is as wide as both of its columns are together');
    expect(await textOf(foot + right + left + head)).toBe(
      [
        'the head of the page is as wide as both of its columns are together',
        'left one\nleft two',
        'right one\nright two',
        'the foot of the page is as wide as both of its columns are together',
      ].join('\n\n'),
    );
  });

  it('tells where pages begin', async () => {
    const { doc } = await readOne('a.pdf', pdfOf([at(50, 500, 'First'), at(50, 500, 'Second'), at(50, 500, 'Third')]));
    expect(doc.text).toBe('First\n\nSecond\n\nThird');
    expect(doc.outline?.pages.map((start) => doc.text.slice(start).split('\n')[0])).toEqual([
      'First',
      'Second',
      'Third',
    ]);
  });

  it('is there where some pages have none, which is told', async () => {
    const { doc, report } = await readOne('a.pdf', pdfOf(['', at(50, 500, 'Second'), '']));
    expect(doc.outline?.pages).toEqual([0, 0, 6]);
    expect(report).toMatchObject({ status: 'read', docs: 1 });
    expect(report.message).toMatch(/^2 of 3 pages hold no text.*OCR/);
  });
});

describe('glyphs that are put together', () => {
  const run = (str: string, x: number, rest: Partial<GlyphRun> = {}): GlyphRun => ({
    str,
    transform: [10, 0, 0, 10, x, 700],
    width: str.length * 10,
    height: 10,
    isVertical: false,
    ...rest,
  });
  const texts = (...runs: GlyphRun[]): string[] => linesOf(runs).map(({ text }) => text);

  it('have no blank between Chinese or Japanese characters, where the gap is that of justified text', () => {
    expect(texts(run('港口', 0), run(' ', 20), run('的墙', 24))).toEqual(['港口的墙']);
    expect(texts(run('か も め', 0))).toEqual(['かもめ']);
  });

  it('keep a wide gap between them, and blanks beside other letters', () => {
    expect(texts(run('第一章', 0), run('序论', 45))).toEqual(['第一章 序论']);
    expect(texts(run('在', 0), run(' ', 10), run('MRR', 13), run(' ', 43), run('上', 46))).toEqual(['在 MRR 上']);
  });

  it('are read downwards where they are written so, in lines from right to left', () => {
    const vertical = (str: string, x: number, y: number): GlyphRun =>
      run(str, x, { transform: [10, 0, 0, 10, x, y], width: 10, height: str.length * 10, isVertical: true });
    expect(texts(vertical('時計の', 300, 700), vertical('部屋', 300, 670), vertical('鐘', 280, 700))).toEqual([
      '時計の部屋',
      '鐘',
    ]);
  });

  it('are without readings over them', () => {
    const small = (str: string, transform: readonly number[]): GlyphRun =>
      run(str, 0, { transform, width: 25, height: 5 });
    expect(texts(run('東京', 0), small('とうきょう', [5, 0, 0, 5, 0, 709]), run('の', 20))).toEqual(['東京の']);
    // Small letters that stand over none.
    expect(texts(run('東京', 0), small('とうきょう', [5, 0, 0, 5, 0, 730]))).toEqual(['東京', 'とうきょう']);
  });

  it('are in another line where they are turned', () => {
    const turned = run('side', 40, { transform: [0, 10, -10, 0, 45, 700] });
    expect(texts(run('main', 0), turned)).toEqual(['main', 'side']);
  });

  it('are ideographs, not radicals that look the same', () => {
    expect(withoutRadicals('⾻⾨⻑⺟')).toBe('骨門長母');
    expect(withoutRadicals('エリアス‧ペンローズ hy‧phen')).toBe('エリアス・ペンローズ hy‧phen');
  });
});

describe('a PDF', () => {
  it('is titled by what it tells, unless that is a file name', async () => {
    const page = at(50, 500, 'Text');
    expect((await readOne('a.pdf', pdfOf([page], '/Title (Of clocks)'))).doc.title).toBe('Of clocks');
    expect((await readOne('a.pdf', pdfOf([page], '/Title (clocks-v2.docx)'))).doc.title).toBe('');
    expect((await readOne('a.pdf', pdfOf([page], '/Title (untitled)'))).doc.title).toBe('');
  });

  it('has the headings of its outline, in their places and levels', async () => {
    const { doc } = await readOne('s.pdf', fixture('harbour/survey-1887.pdf'));
    expect(doc.title).toBe('Survey of the harbour in 1887');
    expect(doc.outline?.headings.map(({ level, text }) => [level, text])).toEqual([
      [1, 'Survey of the harbour in 1887'],
      [2, 'Method'],
      [2, 'Findings'],
      [2, 'Advice'],
    ]);
    expect(doc.outline?.pages).toHaveLength(2);
  });

  it('that names a character map and holds no font is read', async () => {
    const { doc } = await readOne('g.pdf', fixture('zh/garden.pdf'));
    expect(doc.text).toContain('最老的一棵柠檬树每年结果约八十个。');
  });

  it('is broken where that map cannot be had, not empty: its text is there', async () => {
    const parser = parserHere(() => Promise.reject(new Error('no connection')));
    const read = await readDocuments({ files: filesOf({ 'g.pdf': fixture('zh/garden.pdf') }) }, () => {}, { parser });
    expect(read.docs).toEqual([]);
    expect(read.files[0]).toMatchObject({ status: 'broken' });
    expect(read.files[0]?.message).toMatch(/character map UniGB-UCS2-H.*could not be loaded/);
  });

  it('with fonts inside is read in the characters of the language', async () => {
    const { doc } = await readOne('w.pdf', fixture('ja/whale-gate.pdf'));
    expect(doc.text).toContain('くじらの骨の門');
    expect(doc.text).not.toMatch(/[\u2e80-\u2fd5]/);
  });

  it.each([
    ['trustees/minutes.pdf', 'encrypted', /locked by a password/],
    ['archive/scanned-page.pdf', 'empty', /probably a scanned PDF. Run OCR on it first/],
    ['archive/damaged.pdf', 'broken', /The PDF is damaged/],
  ])('%s is %s', async (path, status, says) => {
    const { report, docs } = await readOne('a.pdf', fixture(path));
    expect(docs).toEqual([]);
    expect(report).toMatchObject({ status, format: 'pdf', characters: 0 });
    expect(report.message).toMatch(says);
  });

  it('is never kept in part where it was cut', async () => {
    const whole = fixture('pottery/kiln.pdf');
    for (const share of [0.2, 0.5, 0.8, 0.95]) {
      const { report } = await readOne('a.pdf', whole.slice(0, Math.floor(whole.length * share)));
      expect(report).toMatchObject({ status: 'broken', docs: 0 });
    }
  });

  it('is empty where its fonts do not say what its characters are, and told where some do not', async () => {
    const symbols = at(50, 500, 'symbols', 10, 'F2');
    const all = await readOne('a.pdf', pdfOf([symbols]));
    expect(all).toMatchObject({ docs: [], report: { status: 'empty' } });
    expect(all.report.message).toMatch(/do not say what 100 % of its characters are. Run OCR/);
    const some = await readOne('a.pdf', pdfOf([at(50, 550, 'There are twenty plain letters here.') + symbols]));
    expect(some.report).toMatchObject({ status: 'read' });
    expect(some.report.message).toMatch(/what \d+ % of its characters are/);
    expect((await readOne('a.pdf', pdfOf([at(50, 550, 'Plain.')]))).report.message).toBeNull();
  });

  it('is broken where a part that a page names is not there, since text may be lost with it', async () => {
    const { report, docs } = await readOne(
      'a.pdf',
      pdfOf([at(50, 500, 'Kept words'), at(50, 500, 'Kept') + '/X9 Do\n']),
    );
    expect(docs).toEqual([]);
    expect(report).toMatchObject({ status: 'broken' });
  });
});

/** Lines of one column, 20 apart, whose width follows from their letters. */
const lines = (...texts: readonly string[]): PdfLine[] =>
  texts.map((text, i) => ({ text, direction: '0', size: 12, start: 0, end: text.length * 12, down: i * 20, row: i }));

describe('lines of Chinese and Japanese', () => {
  it('go on in the next where the column ends, which parts no words', () => {
    expect(pageText(lines('一九九四年の修復では、ひび', '割れを蜜ろうと石灰で埋め', 'ました。'))).toBe(
      '一九九四年の修復では、ひび割れを蜜ろうと石灰で埋めました。',
    );
  });

  it('stay lines where they are short, as in a list', () => {
    const list = ['りんご', 'みかん', 'ばなな', '修復に使った道具の一覧'];
    expect(pageText(lines(...list))).toBe(list.join('\n'));
  });

  it('stay lines where a sentence ends', () => {
    expect(pageText(lines('石灰で埋めました。', '棒を通しましたよ。'))).toBe('石灰で埋めました。\n棒を通しましたよ。');
  });

  it('are joined to no line of other letters, and others are not joined', () => {
    expect(pageText(lines('修復に使った道具', 'with lime', 'and bees-wax'))).toBe(
      '修復に使った道具\nwith lime\nand bees-wax',
    );
  });
});
