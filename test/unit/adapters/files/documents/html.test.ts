import { parse } from 'parse5';
import { describe, expect, it } from 'vitest';
import { limitedTree, MAX_HTML_DEPTH, htmlText } from '../../../../../src/adapters/files/documents/html';
import { readOne } from './make';
import { encodedAs } from './encodings';

describe('a page that is nested too deep', () => {
  it.each([
    ['elements', '<div>'.repeat(5000)],
    ['tables', '<table><tr><td>'.repeat(400)],
    ['lists', '<ul><li>'.repeat(2000)],
  ])('is reported with what to do: %s', async (_name, html) => {
    const { report, docs } = await readOne('a.html', `${html}text`);
    expect(docs).toEqual([]);
    expect(report.status).toBe('broken');
    expect(report.message).toMatch(
      /^Its elements are nested more than 1000 deep: .* Save it from a browser, or as text\.$/,
    );
  });

  it('is read up to there', async () => {
    // Within html and body.
    expect((await readOne('a.html', `${'<div>'.repeat(MAX_HTML_DEPTH - 2)}text`)).doc.text).toBe('text');
  });

  it('is read where many elements follow each other', async () => {
    expect((await readOne('a.html', '<p><i>a</i><br>'.repeat(3000))).report.status).toBe('read');
  });

  it('is read where tables lie in each other', async () => {
    const { doc } = await readOne('a.html', `${'<table><tr><td>'.repeat(200)}in<td>side`);
    expect(doc.text).toBe('in\tside');
  });
});

it('a page with too many elements is reported, those counted that are opened again in each paragraph', () => {
  const page = Array.from({ length: 200 }, (_, i) => `<p><font color=${i}>a`).join('');
  expect(() => parse(page, { treeAdapter: limitedTree(1000) })).toThrow(/more than 1000 elements/);
  expect(() => parse('<p>a'.repeat(900), { treeAdapter: limitedTree(1000) })).not.toThrow();
});

const textOf = (html: string): string => htmlText(html).text;

describe('the text of a page', () => {
  it.each([
    ['paragraphs', '<p>One\n  two</p><p>three</p>', 'One two\n\nthree'],
    ['inline elements', '<p>a<b>b</b> <i>c</i>d<span> e</span></p>', 'ab cd e'],
    ['breaks', 'a<br>b<br><br>c', 'a\nb\n\nc'],
    ['lists', '<ul><li>one<li>two<ul><li>deep</ul></ul>after', 'one\ntwo\ndeep\n\nafter'],
    ['definitions', '<dl><dt>Tide<dd>Rise and fall</dl>', 'Tide\nRise and fall'],
    ['entities', '<p>fish &amp; chips &lt; 5 &euro; &#x9c7c;</p>', 'fish & chips < 5 € 鱼'],
    ['preformatted text', '<p>a</p><pre>\n  x\n    y\n</pre><p>b</p>', 'a\n\n  x\n    y\n\nb'],
    ['divisions', '<div>a<div>b</div></div><div>c</div>', 'a\nb\nc'],
    ['tables', '<table><tr><th>What</th><th>Day</th></tr><tr><td></td><td>May</td></tr></table>', 'What\tDay\n\tMay'],
    ['cells with one paragraph', '<table><tr><td><p>a<br>b</p></td><td><p>c</p></td></tr></table>', 'a b\tc'],
    ['tables that lay out a page', '<table><tr><td><h1>H</h1><p>p</p></td></tr></table>', 'H\n\np'],
    [
      'line breaks of the source between ideographs',
      '<p>石桥\n  建于，\n五个 桥拱\nabc</p>',
      '石桥建于，五个 桥拱 abc',
    ],
    [
      'formulas',
      '<math><mi>x</mi><mfrac><mn>1</mn><mn>2</mn></mfrac><annotation-xml><cn>9</cn></annotation-xml></math>',
      'x1/2',
    ],
    ['soft hyphens', 'har\u00adbour', 'harbour'],
    ['readings of words', '<ruby>鋼索<rp>(</rp><rt>こうさく</rt><rp>)</rp></ruby>鉄道', '鋼索鉄道'],
  ])('has %s as a browser shows them', (_name, html, text) => {
    expect(textOf(html)).toBe(text);
  });

  it.each([
    '<script>let x;</script>',
    '<style>p {}</style>',
    '<nav>Home</nav>',
    '<div role="navigation">Home</div>',
    '<template>t</template>',
    '<noscript>Switch it on</noscript>',
    '<p hidden>draft</p>',
    '<p style="color: red; display: none">secret</p>',
    '<!-- comment -->',
    '<span class="katex-html" aria-hidden="true">x</span>',
    '<svg><text>axis</text></svg>',
  ])('is without %s', (dropped) => {
    expect(textOf(`<p>a</p>${dropped}<p>b</p>`)).toBe('a\n\nb');
  });

  it('has headings at their places', () => {
    const { text, headings } = htmlText('<h1> A  <em>b</em> </h1><p>x</p><section><h3>C<br>d</h3>y</section><h2></h2>');
    expect(headings).toEqual([
      { start: 0, level: 1, text: 'A b' },
      { start: text.indexOf('C d'), level: 3, text: 'C d' },
    ]);
  });
});

describe('an HTML file', () => {
  it('is titled by its title, else by its first heading', async () => {
    expect((await readOne('a.html', '<title> The\n yard </title><h1>One</h1>')).doc.title).toBe('The yard');
    expect((await readOne('a.htm', '<title> </title><h2>No</h2><h1>One</h1>')).doc.title).toBe('One');
    expect((await readOne('a.html', '<h2>No</h2>')).doc.title).toBe('');
  });

  it('is decoded by what it declares', async () => {
    // As few characters as no statistics can tell.
    const bytes = encodedAs('euc-jp', '<meta http-equiv="Content-Type" content="text/html; charset=EUC-JP"><p>港</p>');
    expect(await readOne('a.html', bytes)).toMatchObject({ report: { encoding: 'euc-jp' }, doc: { text: '港' } });
  });

  it('is empty where scripts make its text', async () => {
    const { report } = await readOne('a.html', '<div id="app"></div><script>run()</script>');
    expect(report).toMatchObject({ status: 'empty', docs: 0 });
    expect(report.message).toMatch(/perhaps a script makes it/);
  });
});
