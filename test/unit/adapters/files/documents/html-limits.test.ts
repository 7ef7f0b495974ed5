import { parse } from 'parse5';
import { describe, expect, it } from 'vitest';
import { limitedTree, MAX_HTML_DEPTH } from '../../../../../src/adapters/files/documents/html-text';
import { readOne } from './make';

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

describe('a page with too many elements', () => {
  it('is reported, those counted that are opened again in each paragraph', () => {
    const page = Array.from({ length: 200 }, (_, i) => `<p><font color=${i}>a`).join('');
    expect(() => parse(page, { treeAdapter: limitedTree(1000) })).toThrow(/more than 1000 elements/);
    expect(() => parse('<p>a'.repeat(900), { treeAdapter: limitedTree(1000) })).not.toThrow();
  });
});
