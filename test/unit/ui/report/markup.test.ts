import { parseFragment } from 'parse5';
import { describe, expect, it } from 'vitest';
import { markup, markupText } from '../../../../src/ui/report/report-parts';

const HOSTILE = [
  '<script>alert(1)</script>',
  '</template><img src=x onerror=alert(1)>',
  `" onload="alert(1)' x='`,
  '&lt;b&gt; &amp;#60; &nbsp',
  '<!-- --><![CDATA[',
  '</style><style>@import url(//x)',
];

describe('markup of a report', () => {
  it.each(HOSTILE)('has this as text, between tags and in an attribute: %s', (text) => {
    const { childNodes } = parseFragment(markupText(markup`<p title="${text}">${text}</p>`));
    expect(childNodes).toMatchObject([
      { nodeName: 'p', attrs: [{ name: 'title', value: text }], childNodes: [{ nodeName: '#text', value: text }] },
    ]);
  });

  it('shows marks that reorder text, and has no character that HTML cannot hold', () => {
    expect(markupText(markup`${'a\u202eb\u2066c\u0000\u001b\ud800\r\n\t'}`)).toBe(
      'a⟨U+202E⟩b⟨U+2066⟩c\ufffd\ufffd\ufffd\ufffd\n\t',
    );
  });

  it('nests, joins lists, and leaves null out', () => {
    const items = ['<a>', 'b'].map((each) => markup`<li>${each}</li>`);
    expect(markupText(markup`<ul>${items}${null}${3}</ul>`)).toBe('<ul><li>&lt;a&gt;</li><li>b</li>3</ul>');
  });

  it('takes no object for markup that it did not make', () => {
    // As from a file: symbols are in no JSON.
    const made = JSON.parse('{"content":"<script>"}') as never;
    expect(markupText(markup`${made}`)).not.toContain('<script>');
  });
});
