import MarkdownIt from 'markdown-it';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { describe, expect, it } from 'vitest';
import { markdownName } from '../../../../src/domain/report/markdown-name';

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
