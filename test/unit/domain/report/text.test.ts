import { describe, expect, it } from 'vitest';
import { digitsToDistinguish } from '../../../../src/domain/report/digits-to-distinguish';
import { xmlText, visibleJson, visibleText, markdownName } from '../../../../src/domain/report/visible-text';
import { beatenBy } from '../../../../src/domain/report/significance-letters';
import { comparison, pair } from './compared';
import MarkdownIt from 'markdown-it';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import Papa from 'papaparse';
import { csv } from '../../../../src/domain/report/csv';

it('are four, or as many as tell the numbers apart', () => {
  expect(digitsToDistinguish([0.25, 0.5])).toBe(4);
  expect(digitsToDistinguish([0.25, 0.25])).toBe(4);
  expect(digitsToDistinguish([0.031212, 0.031219])).toBe(5);
  expect(digitsToDistinguish([0.0312101, 0.0312104, 0.5])).toBe(7);
  expect(digitsToDistinguish([1, 1 + 1e-15])).toBe(12);
});

it('is text in an element and in an attribute', () => {
  expect(xmlText(`<a href="x">'&amp;'</a>]]>`)).toBe(
    '&lt;a href=&quot;x&quot;&gt;&apos;&amp;amp;&apos;&lt;/a&gt;]]&gt;',
  );
});

it('has no character that XML cannot hold', () => {
  expect(xmlText('a\u0000\u000b\ud800\ufffe\nb')).toBe('a⟨U+0000⟩⟨U+000B⟩⟨U+D800⟩⟨U+FFFE⟩⟨U+000A⟩b');
});

it('reads back as the same value, and hides nothing', () => {
  const value = {
    'a\u202e': ['\u2066\u200b\u2028', '\u{e0041}', '\ud800\u0000\u007f\u0085\uffff\u{1fffe}', '半導体 🙂'],
  };
  const text = visibleJson(value);
  expect(JSON.parse(text)).toEqual(value);
  expect(text).not.toMatch(/[\p{Cf}\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u2028]/u);
  expect(text).toContain('半導体 🙂');
  expect(visibleJson({ a: 1 }, 2)).toBe('{\n  "a": 1\n}');
});

it('shows every character that hides or reorders others', () => {
  expect(visibleText('a\u202eb\u0000c\u001b[31m\u200b\n\t\u2028\ufeff\uffff')).toBe(
    'a⟨U+202E⟩b⟨U+0000⟩c⟨U+001B⟩[31m⟨U+200B⟩⟨U+000A⟩⟨U+0009⟩⟨U+2028⟩⟨U+FEFF⟩⟨U+FFFF⟩',
  );
  expect(visibleText('\ud800x\u{e0041}')).toBe('⟨U+D800⟩x⟨U+E0041⟩');
});

it('cuts a long text and says how long it is', () => {
  expect(visibleText('x'.repeat(1_000_000))).toBe(`${'x'.repeat(200)}… (1000000 characters)`);
  expect(visibleText('🙂🙂', 3)).toBe('🙂⟨U+D83D⟩… (4 characters)');
});

describe('beatenBy', () => {
  const systems = ['x', 'y', 'z'];
  const pairs = [pair('x', 'y', -0.2, 0.01), pair('x', 'z', 0.1, 0.049), pair('y', 'z', 0.3, 0.001)];

  it('names for each system those that it beats, in their order', () => {
    expect([...beatenBy(comparison('MAP', systems, pairs), 'higher')]).toEqual([
      ['x', ['z']],
      ['y', ['x', 'z']],
      ['z', []],
    ]);
  });

  it('turns round where lower is better, and is empty where neither is', () => {
    const lower = beatenBy(comparison('Hole@5', systems, pairs), 'lower');
    expect([...lower.values()]).toEqual([['y'], [], ['x', 'y']]);
    expect([...beatenBy(comparison('num_ret', systems, pairs), null).values()]).toEqual([[], [], []]);
  });

  it('counts the corrected p, not the one of the pair alone', () => {
    // p = .04 by itself; three comparisons make it .12.
    const uncorrected = { ...pair('x', 'y', 0.1, 0.12), p: { t: 0.04, randomisation: 0.04, wilcoxon: 0.04 } };
    expect(beatenBy(comparison('MAP', systems, [uncorrected]), 'higher').get('x')).toEqual([]);
  });

  it('needs p below .05, and a test that is defined', () => {
    const none = [pair('x', 'y', 0.1, 0.05), pair('x', 'z', 0.1, null)];
    expect(beatenBy(comparison('MAP', systems, none), 'higher').get('x')).toEqual([]);
  });
});

const HOSTILE = [
  '<script>alert(1)</script>',
  '</code><img src=x onerror=alert(1)>',
  '[a](javascript:alert(1)) ![b](https://example.com/x.png)',
  'a|b\\|c\\\\|d',
  '`code` ``more`` *em* _em_ ~~del~~ # head',
  '&lt;b&gt; &#60;',
  'www.example.com https://example.com a@example.com @everyone #1 :tada: $x$',
  '--> <!-- ]]> <![CDATA[',
  '=1+1',
  '{{constructor}} ${x}',
];

type Element = DefaultTreeAdapterTypes.Element;

interface Node {
  readonly type: string;
  readonly value?: string;
  readonly children?: readonly Node[];
}

const textOf = ({ type, value = '', children = [] }: Node): string =>
  type === 'text' ? value : children.map(textOf).join('');

const kindsOf = ({ type, value = '', children = [] }: Node): string[] => [
  type === 'html' ? value : type,
  ...children.flatMap(kindsOf),
];

describe('a name in Markdown', () => {
  it.each(HOSTILE)('stays text: %s', (name) => {
    const tree = fromMarkdown(`- ${markdownName(name)}.`);
    expect(textOf(tree)).toBe(`${name}.`);
    expect(new Set(kindsOf(tree))).toEqual(
      new Set(['root', 'list', 'listItem', 'paragraph', '<code>', 'text', '</code>']),
    );
  });

  it.each(HOSTILE)('stays in its cell, and makes no link: %s', (name) => {
    const html = new MarkdownIt({ html: true, linkify: true }).render(
      `| a | b |\n| --- | --- |\n| ${markdownName(name)} | end |`,
    );
    const cells = [...html.matchAll(/<td>(.*?)<\/td>/gs)].map(([, cell]) => cell!);
    expect(cells).toHaveLength(2);
    expect(cells[1]).toBe('end');
    expect([...cells[0]!.matchAll(/<\/?[a-z]+/g)].map(([tag]) => tag)).toEqual(['<code', '</code']);
  });

  it('is the same within HTML, where Markdown is not read', () => {
    for (const name of HOSTILE) {
      const html = new MarkdownIt({ html: true }).render(`<details><summary>${markdownName(name)}</summary></details>`);
      const [summary] = (parseFragment(html).childNodes[0] as Element).childNodes;
      const [code] = (summary as Element).childNodes;
      expect((code as Element).childNodes).toMatchObject([{ nodeName: '#text', value: name }]);
    }
  });

  it('leaves underscores within words readable', () => {
    expect(markdownName('q_1')).toBe('<code>q_1</code>');
  });

  it('is one line, in which every character is seen', () => {
    expect(markdownName('a\n\n# b\u202e')).toBe('<code>a⟨U+000A⟩⟨U+000A⟩&#35; b⟨U+202E⟩</code>');
    expect(markdownName('x'.repeat(1_000_000)).length).toBeLessThan(300);
  });
});

describe('csv', () => {
  it('quotes what needs it and ends every line with CRLF', () => {
    expect(csv(['a', 'b'], [['x, "y"', 'two\nlines']])).toBe('a,b\r\n"x, ""y""","two\nlines"\r\n');
  });

  it('keeps all digits of a number', () => {
    const numbers = [1 / 3, 0.1 + 0.2, 5e-324, 1.7976931348623157e308, -0.5];
    const [, row] = Papa.parse(csv(['a', 'b', 'c', 'd', 'e'], [numbers]).trim()).data;
    expect(row!.map(Number)).toEqual(numbers);
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['＝1', "'＝1"],
    ['\t=1', "\t'=1"],
    ['=1\n+2', "'=1\n'+2"],
    ["a;=cmd|'/c calc'!A0", "a;'=cmd|'/c calc'!A0"],
    ['a; "" =1', 'a; "" \'=1'],
    ['\ufeff=1', "\ufeff'=1"],
    ['a;\0=1', "a;\0'=1"],
  ])('keeps a spreadsheet from running a text, whatever separates its cells: %j', (text, expected) => {
    const [, [cell]] = Papa.parse(csv(['a'], [[text]]).trimEnd(), { delimiter: ',' }).data as [string[], [string]];
    expect(cell).toBe(expected);
  });

  it.each([
    'bm25-en, ensemble-rrf',
    'P(rel=2)@5',
    'a - b; c + d',
    'x=1',
    'me@example.org',
    '"quoted" - text',
    "it's; so",
  ])('leaves a text as it is where no formula can begin: %j', (text) => {
    expect(Papa.parse(csv([text], [[text]]).trimEnd(), { delimiter: ',' }).data).toEqual([[text], [text]]);
  });
});
