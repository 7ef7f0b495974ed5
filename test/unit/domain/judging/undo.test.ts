import { describe, expect, it } from 'vitest';
import { annotationOf, undoing } from '../../../../src/domain/judging/undo';
import { docId, queryId } from '../../../../src/base/types';
import { act } from './make';

describe('undoing', () => {
  const judgments = [{ query: queryId('q'), doc: docId('a'), grade: 2 }];

  it('gives each place back what it had: a grade, or none', () => {
    const before = [act('q', 'a', 2, { note: 'see page 3' })];
    const done = [act('q', 'a', 0), act('q', 'b', 0)];
    const undone = undoing(done, (each) => annotationOf(each, before, judgments), 7);
    expect(undone.map(({ doc, grade, note, at }) => [doc, grade, note, at])).toEqual([
      ['b', null, '', 7],
      ['a', 2, 'see page 3', 7],
    ]);
  });

  it('takes no time that counts', () => {
    expect(undoing([act('q', 'a', 1)], () => ({ grade: null, note: '' }), 7)[0]!.milliseconds).toBe(0);
  });

  it('in a later round looks at that round alone', () => {
    const acts = [act('q', 'a', 2), act('q', 'a', 1, { round: 2 })];
    const place = { query: queryId('q'), doc: docId('a'), span: null };
    expect(annotationOf({ ...place, round: 2 }, acts, judgments).grade).toBe(1);
    expect(annotationOf({ ...place, round: 3 }, acts, judgments).grade).toBeNull();
    expect(annotationOf({ ...place, round: 1 }, acts, judgments).grade).toBe(2);
  });
});
