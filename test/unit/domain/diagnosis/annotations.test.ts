import { describe, expect, it } from 'vitest';
import { queryId } from '../../../../src/base/types';
import {
  annotated,
  questionAnnotation,
  type AnnotationEdit,
  NO_ANNOTATIONS,
  tagsOf,
} from '../../../../src/domain/diagnosis/annotations';

const [q1, q2] = [queryId('q1'), queryId('q2')];
const after = (...edits: AnnotationEdit[]) => edits.reduce(annotated, NO_ANNOTATIONS);

describe('annotations', () => {
  it('tag several questions, each tag once', () => {
    const all = after({ kind: 'tag', queries: [q1, q2], tag: ' typo ' }, { kind: 'tag', queries: [q1], tag: 'typo' });
    expect(questionAnnotation(all, q1)).toEqual({ tags: ['typo'], note: '' });
    expect(tagsOf(after({ kind: 'tag', queries: [q1], tag: 'a' }, { kind: 'tag', queries: [q2], tag: 'b' }))).toEqual([
      'a',
      'b',
    ]);
  });

  it('keep no question without a tag and a note', () => {
    const all = after(
      { kind: 'tag', queries: [q1], tag: 'typo' },
      { kind: 'note', query: q2, note: ' look again ' },
      { kind: 'untag', queries: [q1, q2], tag: 'typo' },
    );
    expect(all.questions).toEqual({ [q2]: { tags: [], note: 'look again' } });
    expect(annotated(all, { kind: 'note', query: q2, note: ' ' }).questions).toEqual({});
  });

  it('of a question that is named as a property of every object are none', () => {
    expect(questionAnnotation(NO_ANNOTATIONS, queryId('constructor'))).toEqual({ tags: [], note: '' });
    const all = after({ kind: 'note', query: queryId('__proto__'), note: 'x' });
    expect(questionAnnotation(all, queryId('__proto__')).note).toBe('x');
  });

  it('replace a set that has the name, in its place, and remove one', () => {
    const set = (name: string, filter: string): AnnotationEdit => ({ kind: 'save-set', set: { name, filter } });
    const all = after(set('a', '1'), set('b', '2'), set(' a ', '3'), set(' ', '4'));
    expect(all.sets).toEqual([
      { name: 'a', filter: '3' },
      { name: 'b', filter: '2' },
    ]);
    expect(annotated(all, { kind: 'remove-set', name: 'a' }).sets).toEqual([{ name: 'b', filter: '2' }]);
  });

  it('change nothing by a blank tag', () => {
    expect(annotated(NO_ANNOTATIONS, { kind: 'tag', queries: [q1], tag: ' ' })).toBe(NO_ANNOTATIONS);
  });
});
