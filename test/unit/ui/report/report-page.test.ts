import { readFileSync } from 'node:fs';
import { HtmlValidate } from 'html-validate';
import { describe, expect, it } from 'vitest';
import type { ResultRecord } from '../../../../src/contract/result';
import { failuresOf } from '../../../../src/ui/report/report-parts';
import { reportBody, reportPage } from '../../../../src/ui/report/report-page';
import { REPORT_STYLE } from '../../../../src/ui/report/report-style';
import { attribute, elementsOf, rowsOf, textOf } from './html';
import { DIAGNOSIS, sampleParts, shipped } from './sample-parts';

const whole = { ...sampleParts(), failures: failuresOf(DIAGNOSIS, null) };
const page = reportPage(whole);

const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:recommended', 'html-validate:document'],
  rules: {
    // An SVG has no list elements of its own.
    'prefer-native-element': 'off',
    // It counts `&lt;` as four characters.
    'long-title': 'off',
  },
});

/** A line for each. */
async function problemsOf(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results
    .flatMap(({ messages }) => messages)
    .map(({ ruleId, line, message }) => `${ruleId} ${line}: ${message}`);
}

describe('the report of a result', () => {
  it('is one page that loads nothing and runs nothing', () => {
    const tags = new Set(elementsOf(page).map(({ tagName }) => tagName));
    for (const tag of ['script', 'link', 'img', 'iframe', 'object', 'form', 'a', 'base'])
      expect(tags).not.toContain(tag);
    const attributes = elementsOf(page).flatMap(({ attrs }) => attrs.map(({ name }) => name));
    expect(attributes.filter((name) => /^on|^(src|href|style)$/.test(name))).toEqual([]);
    const policy = elementsOf(page).find((element) => attribute(element, 'http-equiv') === 'Content-Security-Policy');
    expect(attribute(policy!, 'content')).toMatch(/^default-src 'none'; style-src 'unsafe-inline';/);
    expect(page).toContain(`<style>${REPORT_STYLE}</style>`);
    expect(page.length).toBeLessThan(100_000);
  });

  it('is valid HTML', async () => {
    expect(await problemsOf(page)).toEqual([]);
    expect(await problemsOf(page.replace('</main>', '</mian>'))).not.toEqual([]);
  });

  it('has the verdict, the chart, a row for each system, failures and caveats', () => {
    const headings = elementsOf(page).filter(({ tagName }) => /^h[12]$/.test(tagName));
    expect(headings.map(textOf)).toEqual([
      expect.stringContaining('Use '),
      'Quality against latency',
      'Systems',
      'What Hybrid (weighted sum) misses',
      'Caveats',
      'How it was made',
    ]);
    // A mark of each system, drawn for two widths.
    expect(elementsOf(page).filter((element) => attribute(element, 'role') === 'listitem')).toHaveLength(2 * 6);
    const [head, ...rows] = rowsOf(page);
    expect(head).toEqual(['System', 'nDCG@10', 'MRR@10', 'Latency', '95th percentile', 'Difference to the best']);
    const bm25 = shipped.systems[0]!;
    const row = rows.find(([name]) => name === 'BM25')!;
    expect(row[1]).toBe(bm25.measures['nDCG@10']!.toFixed(3).replace('0.', '.'));
    expect(row[5]).toMatch(/^−\.\d{3} to [+]?\.\d{3}$/);
  });

  it('holds the experiment, to be read back', () => {
    const template = elementsOf(page).find((element) => attribute(element, 'id') === 'experiment');
    expect(JSON.parse(textOf(template!))).toEqual(shipped.spec);
  });

  it('has no question and no passage', () => {
    for (const file of ['queries.jsonl', 'corpus.jsonl']) {
      const lines = readFileSync(`public/samples/hitrate-sample/${file}`, 'utf8').trim().split('\n');
      for (const { text } of lines.map((line) => JSON.parse(line) as { text: string }))
        expect(page).not.toContain(text);
    }
  });

  it('prints what it shows', () => {
    const body = reportBody(whole);
    expect(page).toContain(body);
    expect(body).not.toContain('<template');
  });

  it('has the colours of the page', () => {
    const tokens = readFileSync('src/ui/shared/styles/tokens.css', 'utf8').split('@media (prefers-color-scheme: dark)');
    const [light, dark] = REPORT_STYLE.split('@media screen and (prefers-color-scheme: dark)');
    const end = dark!.indexOf('}');
    for (const [own, theirs] of [
      [light!.slice(0, light!.indexOf('}')), tokens[0]!],
      [dark!.slice(0, end), tokens[1]!],
    ] as const) {
      const colours = [...own.matchAll(/(--[\w-]+): (#[0-9a-f]{6});/g)];
      expect(colours.length).toBe(24);
      for (const [, name, value] of colours) expect(theirs).toContain(`${name}: ${value};`);
    }
  });

  it('is short of what was not computed', async () => {
    const single = sampleParts();
    const verdict = { kind: 'single' as const, system: 'bm25', mean: 0.7, latency: null };
    const basis = { measure: 'nDCG@10', better: 'higher' as const, margin: 0.02, questions: 156, baseline: null };
    const made = reportPage({
      ...single,
      verdict: { ...verdict, ...basis },
      comparison: null,
      result: {
        ...shipped,
        systems: shipped.systems.slice(0, 1).map(({ latency: _, ...system }) => ({ ...system, timings: null })),
        warnings: [],
      },
    });
    const headings = elementsOf(made).filter(({ tagName }) => tagName === 'h2');
    expect(headings.map(textOf)).toEqual(['Systems', 'How it was made']);
    expect(rowsOf(made)[0]).toEqual(['System', 'nDCG@10', 'MRR@10']);
    expect(await problemsOf(made)).toEqual([]);
  });
});

const HOSTILE = [
  '</template></title></style></svg><script>alert(1)</script>"\' onload=x <img src=x onerror=alert(1)>',
  ']]><!-- -->&amp;&#0;&lt;script&gt;</textarea><plaintext>',
  '=cmd|calc!A1 +1 -1 @SUM(A1)',
  '\u202eevil\u2066\u2069\u200f\u061c',
  '\u0000\u0001\u001b[31m\ud800\uffff\r\u2028',
  `${'x'.repeat(120_000)}</template><script>`,
];

describe('names from outside in a report', () => {
  it.each(HOSTILE.map((text, i) => [i, text] as const))('are text: %i', async (_, hostile) => {
    const [first, ...others] = shipped.spec.systems;
    const [system, ...rest] = shipped.systems;
    const made = sampleParts({
      spec: { ...shipped.spec, systems: [{ ...first!, id: hostile }, ...others] } as ResultRecord['spec'],
      systems: [{ ...system!, id: hostile }, ...rest],
      warnings: [
        { code: 'unanswered', data: { missing: 'zero', systems: [{ id: hostile, questions: 1 }] } },
        { code: 'unknown-documents', data: { system: hostile, documents: 2 } },
        { code: 'remark', data: { code: 'vectors-elsewhere', data: { name: hostile } } },
      ],
      manifest: { versions: { [hostile]: hostile, hitrate: hostile }, devices: { [hostile]: { model: hostile } } },
    });
    const texts = {
      question: () => hostile,
      passage: (id: string) => ({ id: id as never, title: hostile, text: hostile }),
      retrievers: [hostile],
    };
    const [question, ...more] = DIAGNOSIS.questions;
    const diagnosis = {
      ...DIAGNOSIS,
      system: hostile,
      questions: [{ ...question!, query: hostile as never }, ...more],
    };
    const html = reportPage({
      ...made,
      collection: { ...made.collection, name: hostile },
      failures: failuresOf(diagnosis, texts),
      withTexts: true,
    });
    const known = new Set(elementsOf(page).map(({ tagName }) => tagName));
    const tags = elementsOf(html).map(({ tagName }) => tagName);
    expect([...new Set(tags)].filter((tag) => !known.has(tag))).toEqual(['h3', 'h4', 'blockquote', 'b']);
    expect(tags.filter((tag) => ['template', 'style', 'head', 'body'].includes(tag))).toHaveLength(5);
    const attributes = new Set(elementsOf(html).flatMap(({ attrs }) => attrs.map(({ name }) => name)));
    const knownAttributes = new Set(elementsOf(page).flatMap(({ attrs }) => attrs.map(({ name }) => name)));
    expect([...attributes].filter((name) => !knownAttributes.has(name) && name !== 'dir')).toEqual([]);
    expect(html.replace(/[\n\t]/g, '')).not.toMatch(/[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u);
    expect(html).not.toMatch(/[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/);
    expect(await problemsOf(html)).toEqual([]);
    // What is read is short; the template has all of it.
    const template = elementsOf(html).find((element) => attribute(element, 'id') === 'experiment');
    const spec = JSON.parse(textOf(template!)) as ResultRecord['spec'];
    expect(spec.systems[0]!.id).toBe(hostile);
    expect(html.slice(0, html.indexOf('<template')).length).toBeLessThan(120_000);
  });
});
