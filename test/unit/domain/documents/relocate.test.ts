import { describe, expect, it } from 'vitest';
import { relocate } from '../../../../src/domain/documents/relocate';
import { docId, queryId, type Doc, type Judgment } from '../../../../src/base/types';
import { textDoc as doc } from '../judging/make';

const q = queryId('q');
const judged = (of: Doc, part: string | null, grade = 1): Judgment => {
  const start = part === null ? 0 : of.text.indexOf(part);
  return { query: q, doc: of.id, grade, ...(part === null ? {} : { span: { start, end: start + part.length } }) };
};
const textOf = (docs: readonly Doc[], { doc: id, span }: Judgment): string =>
  docs.find((each) => each.id === id)!.text.slice(span!.start, span!.end);

const old = doc('a', 'First words. The valve opens at ten bar. Then the pump starts to run by itself.');

describe('judgments of documents that were read again', () => {
  it('stay where the document is the same', () => {
    const judgments = [judged(old, 'The valve'), judged(old, null)];
    const result = relocate([old], [doc('b', 'new'), old], { judgments });
    expect(result).toEqual({ judgments, found: 0, moved: [], changedWholes: [], lost: [] });
  });

  it('go with their text, to the place that is nearest to where it was', () => {
    const now = doc('a', `The valve opens at ten bar. Added before. ${old.text}`);
    const result = relocate([old], [now], { judgments: [judged(old, 'The valve opens at ten bar.')] });
    expect(result.found).toBe(1);
    expect(result.judgments[0]!.span!.start).toBe(0);
    const far = doc('a', `The valve opens at ten bar. ${'x '.repeat(50)}Added. ${old.text}`);
    const late = doc('a', `${'y '.repeat(50)}${old.text}`);
    const back = relocate([late], [far], { judgments: [judged(late, 'The valve opens at ten bar.')] });
    expect(back.judgments[0]!.span!.start).toBe(far.text.lastIndexOf('The valve'));
  });

  it('are told where the text is not the same to the letter', () => {
    const now = doc('a', 'Words. The valve opens at  TEN bar. Then the pumps start to run by itself.');
    const judgments = [
      judged(old, 'The valve opens at ten bar.'),
      judged(old, 'Then the pump starts to run by itself.'),
    ];
    const result = relocate([old], [now], { judgments });
    expect(result.judgments.map((judgment) => textOf([now], judgment))).toEqual([
      'The valve opens at  TEN bar.',
      'Then the pumps start to run by itself.',
    ]);
    expect(result.moved.map(({ similarity }) => similarity < 1)).toEqual([false, true]);
    expect(result.lost).toEqual([]);
  });

  it('go to another document where the text stands there now', () => {
    const result = relocate([old], [doc('a', 'Nothing of it.'), doc('b', 'See: The valve opens at ten bar.')], {
      judgments: [judged(old, 'The valve opens at ten bar.')],
    });
    expect(result.judgments).toEqual([{ query: q, doc: 'b', grade: 1, span: { start: 5, end: 32 } }]);
  });

  it('are listed and left out where the text is nowhere', () => {
    const result = relocate([old], [doc('a', 'All is new.')], { judgments: [judged(old, 'The valve opens', 2)] });
    expect(result.judgments).toEqual([]);
    expect(result.lost).toEqual([{ query: q, doc: 'a', grade: 2, text: 'The valve opens' }]);
  });

  it('of whole documents stay with a document that changed, follow a renamed or merged one, and are lost with it', () => {
    const changed = relocate([old], [doc('a', 'new')], { judgments: [judged(old, null)] });
    expect(changed.judgments).toEqual([judged(old, null)]);
    expect(changed.changedWholes).toEqual([{ query: q, doc: 'a', grade: 1, text: null }]);
    expect(relocate([old], [doc('b', old.text)], { judgments: [judged(old, null)] }).judgments[0]!.doc).toBe('b');
    const merged = { ...doc('c', `${old.text}.`), metadata: { also: ['a'] } };
    expect(relocate([old], [merged], { judgments: [judged(old, null)] }).judgments[0]!.doc).toBe('c');
    const gone = relocate([old], [doc('b', 'other')], { judgments: [judged(old, null)] });
    expect(gone.lost).toEqual([{ query: q, doc: 'a', grade: 1, text: null }]);
    expect(gone.judgments).toEqual([]);
  });

  it('of a document that was not there stay as they are', () => {
    const judgments = [judged(doc('never', ''), null)];
    expect(relocate([old], [doc('empty', '')], { judgments })).toMatchObject({ judgments, lost: [] });
  });

  it('are one where two places became one, with the higher grade', () => {
    const twice = doc('a', 'one text here, and the same: one text here.');
    const [first, second] = [twice.text.indexOf('one text'), twice.text.lastIndexOf('one text')];
    const at = (start: number, grade: number) => ({ ...judged(twice, null, grade), span: { start, end: start + 13 } });
    const result = relocate([twice], [doc('a', 'Only one text here.')], { judgments: [at(first, 1), at(second, 3)] });
    expect(result.judgments).toEqual([{ query: q, doc: 'a', grade: 3, span: { start: 5, end: 18 } }]);
  });

  it('take the needs of questions with them, and tell what a need lost', () => {
    const place = { doc: old.id, start: 13, end: 40 };
    const now = doc('a', `New. ${old.text.slice(13)}`);
    const result = relocate([old, doc('gone', 'x')], [now], {
      judgments: [],
      requirements: [
        { query: q, needs: [{ docs: [old.id], places: [place], text: 'kept' }, { docs: [docId('gone'), old.id] }] },
      ],
    });
    expect(result.requirements).toEqual([
      {
        query: q,
        needs: [{ docs: ['a'], places: [{ doc: 'a', start: 5, end: 32 }], text: 'kept' }, { docs: ['a'] }],
      },
    ]);
    expect(result.lost).toEqual([{ query: q, doc: 'gone', grade: null, text: null }]);
  });
});
