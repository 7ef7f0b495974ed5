import { describe, expect, it } from 'vitest';
import { prepare, type FileDoc } from '../../../../src/domain/documents/prepare';
import { NO_PREPARATION, type Preparation } from '../../../../src/domain/documents/preparation';
import { docId, type Outline } from '../../../../src/base/types';

const ALL: Preparation = { nfkc: true, whiteSpace: true, boilerplate: true, duplicates: 'drop' };
const file = (path: string, text: string, outline?: Outline): FileDoc => ({
  file: path,
  doc: { id: docId(path), title: path, text, ...(outline ? { outline } : {}) },
});
const numbers = ['one', 'two', 'three'];
const manual = (name: string): FileDoc => {
  const text = `ＡＣＭＥ\n${name}  ﬁrst\n\n\n\nbody of ${name}, which is long enough\nmore of it\nand ${name} more\nPage 1`;
  const start = text.indexOf(name);
  return file(`${name}.txt`, text, {
    pages: [0, text.indexOf('body')],
    headings: [
      { start: 0, level: 1, text: 'ＡＣＭＥ' },
      { start, level: 2, text: `${name}  ﬁrst` },
    ],
  });
};
const docs = numbers.map(manual);

describe('preparing documents', () => {
  it('leaves them as they are where nothing is chosen, and tells what each step would do', () => {
    const { docs: kept, effects } = prepare(docs, NO_PREPARATION);
    expect(kept).toEqual([docs[0], docs[2], docs[1]]);
    expect(effects.nfkc).toMatchObject({ docs: 3, before: effects.whiteSpace.before });
    expect(effects.nfkc.after).toBe(effects.nfkc.before + 3);
    expect(effects.whiteSpace).toMatchObject({ docs: 3, after: effects.whiteSpace.before - 3 * 3 });
    expect(effects.boilerplate.lines.map(({ text }) => text)).toEqual(['ＡＣＭＥ', 'more of it', 'Page 1']);
  });

  it('tells a step as it works on what the steps before it leave', () => {
    const { effects } = prepare(docs, { ...NO_PREPARATION, nfkc: true });
    expect(effects.whiteSpace.before).toBe(effects.nfkc.after);
    expect(effects.boilerplate.lines[0]!.text).toBe('ACME');
    expect(effects.nfkc.examples[0]).toEqual({
      doc: 'one.txt',
      before: 'ＡＣＭＥ\none  ﬁrst\n\n\n\nbody of one, wh',
      after: 'ACME\none  first\n\n\n\nbody of one, wh',
    });
  });

  it('keeps pages and headings where they are in the text, and lets a heading go with its line', () => {
    const [{ doc }] = prepare(docs, ALL).docs as [FileDoc];
    expect(doc.text).toBe('one first\n\nbody of one, which is long enough\nand one more\n');
    const { pages, headings } = doc.outline!;
    expect(headings).toEqual([{ start: 0, level: 2, text: 'one first' }]);
    expect(doc.text.slice(pages[1])).toMatch(/^body of one/);
  });

  it('takes no lines out of rows of a table, which have neither headers nor footers', () => {
    const rows = numbers.map((name) => ({
      file: 'table.csv',
      doc: { id: docId(`table.csv:${name}`), title: '', text: `ACME\n${name}` },
    }));
    const { docs: kept, effects } = prepare([...rows, ...docs], { ...NO_PREPARATION, nfkc: true, boilerplate: true });
    expect(kept.filter(({ file: path }) => path === 'table.csv')).toEqual(rows);
    expect(effects.boilerplate.docs).toBe(3);
  });

  it('keeps one of several that are the same, and tells the others where they are merged', () => {
    const same = [file('b.txt', 'A short text'), file('a.txt', 'a short  text'), file('c.txt', 'Another text')];
    const dropped = prepare(same, { ...NO_PREPARATION, duplicates: 'drop' });
    expect(dropped.docs.map(({ doc }) => [doc.id, doc.metadata])).toEqual([
      ['a.txt', undefined],
      ['c.txt', undefined],
    ]);
    expect(dropped.effects.duplicates).toEqual([
      { kept: 'a.txt', others: [{ id: 'b.txt', similarity: 1, exact: true }] },
    ]);
    const merged = prepare(same, { ...NO_PREPARATION, duplicates: 'merge' });
    expect(merged.docs[0]!.doc.metadata).toEqual({ also: ['b.txt'] });
    expect(prepare(same, NO_PREPARATION).docs).toHaveLength(3);
  });

  it('takes lines that were taken before out of a file that is read later, and leaves the others as they are', () => {
    const first = prepare(docs, { ...ALL, duplicates: 'keep' });
    const later = manual('four');
    const again = prepare(
      [later],
      { ...ALL, duplicates: 'keep' },
      { docs: first.docs, boilerplate: first.boilerplate },
    );
    expect(again.docs).toHaveLength(4);
    expect(again.docs.filter(({ file: path }) => path !== 'four.txt')).toEqual(first.docs);
    expect(again.docs.find(({ file: path }) => path === 'four.txt')!.doc.text).toBe(
      'four first\n\nbody of four, which is long enough\nand four more\n',
    );
  });
});
