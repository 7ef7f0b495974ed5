import { describe, expect, it } from 'vitest';
import { docId, type Metadata } from '../../../../src/base/types';
import { contentTerms } from '../../../../src/domain/questions/content-words';
import { relevanceDimensions, sharedShare, tagDimension } from '../../../../src/domain/slices/relevance-dimensions';
import type { RelevantPassage, SlicedQuestion } from '../../../../src/domain/slices/dimension';

const passage = (doc: string, metadata?: Metadata, text = ''): RelevantPassage => ({
  doc: docId(doc),
  text,
  ...(metadata ? { metadata } : {}),
});
const question = (relevant: readonly number[], text = 'tram', tags: readonly string[] = []): SlicedQuestion => ({
  text,
  origin: 'given',
  relevant,
  tags,
});
const copies = <T>(count: number, item: T): T[] => Array.from({ length: count }, () => item);
const slicesOf = (questions: readonly SlicedQuestion[], passages: readonly RelevantPassage[]): Record<string, number> =>
  Object.fromEntries(
    relevanceDimensions(questions, passages, contentTerms).flatMap((each) =>
      (each?.slices ?? []).map(({ id, questions: { length } }) => [id, length]),
    ),
  );

describe('sharedShare', () => {
  const asked = contentTerms('Which depot repairs wheels?');

  it('is of the passage that holds most words', () => {
    expect(asked).toEqual(new Set(['depot', 'repair', 'wheel']));
    expect(sharedShare(asked, [contentTerms('the depot'), contentTerms('wheels of a depot')])).toBeCloseTo(2 / 3, 12);
  });

  it('is not known of a question without content words, or without passages', () => {
    expect(sharedShare(new Set(), [asked])).toBeNull();
    expect(sharedShare(asked, [])).toBeNull();
  });
});

describe('relevanceDimensions', () => {
  it('calls up to a third of the words few', () => {
    const passages = [passage('a', undefined, 'depot'), passage('b', undefined, 'depot wheels')];
    const asked = 'depot wheels repaired';
    expect(
      slicesOf([...copies(10, question([0], asked)), ...copies(12, question([1], asked))], passages),
    ).toMatchObject({
      'shared-words:few': 10,
      'shared-words:more': 12,
    });
  });

  it('counts relevant passages; a question without any is in no slice', () => {
    const passages = [passage('a'), passage('b')];
    const questions = [...copies(10, question([0])), ...copies(11, question([0, 1])), question([])];
    expect(slicesOf(questions, passages)).toMatchObject({
      'relevant-passages:one': 10,
      'relevant-passages:several': 11,
    });
  });

  it('divides by the first level of folders that has several', () => {
    const passages = ['docs/guides/a.md', 'docs/guides/deep/b.md', 'docs/api/c.md'].map((id) => passage(id));
    const questions = [...copies(10, question([0])), ...copies(5, question([1])), ...copies(11, question([2]))];
    expect(slicesOf(questions, passages)).toMatchObject({ 'folder:docs/guides': 15, 'folder:docs/api': 11 });
  });

  it('divides by document where there are no folders', () => {
    const passages = ['a.pdf', 'b.pdf'].map((id) => passage(id));
    const questions = [...copies(10, question([0])), ...copies(12, question([1])), ...copies(13, question([0, 1]))];
    const found = relevanceDimensions(questions, passages, contentTerms).find((each) => each?.kind === 'document')!;
    expect(found.slices.map(({ label, questions: { length } }) => [label.data, length])).toEqual([
      [{ doc: 'a.pdf' }, 10],
      [{ doc: 'b.pdf' }, 12],
      [{ doc: null }, 13],
    ]);
  });

  it('takes fields of two to eight values, at most four of them', () => {
    const passages = Array.from({ length: 24 }, (_, i) =>
      passage(`d${i}`, {
        colour: i % 2 === 0 ? 'red' : 'blue',
        year: 2000 + (i % 2),
        price: i * 1.5,
        id: `x${i}`,
        one: 'same',
        list: [i % 2 === 0 ? 'a' : 'b'],
      }),
    );
    const questions = passages.map((_, i) => question([i]));
    const found = relevanceDimensions(questions, passages, contentTerms).filter((each) => each?.kind === 'metadata');
    expect(found.map((each) => [each!.id, each!.slices.map(({ id }) => id)])).toEqual([
      ['metadata:colour', ['metadata:colour:red', 'metadata:colour:blue']],
      ['metadata:list', ['metadata:list:a', 'metadata:list:b']],
      ['metadata:year', ['metadata:year:2000', 'metadata:year:2001']],
    ]);
  });
});

describe('tagDimension', () => {
  it('has a slice of each tag, which may overlap, and one of the rest', () => {
    const questions = [
      ...copies(10, question([], '', ['price'])),
      ...copies(5, question([], '', ['price', 'urgent'])),
      ...copies(6, question([], '', ['urgent'])),
      ...copies(12, question([])),
      question([], '', ['rare']),
    ];
    const found = tagDimension(questions)!;
    expect(found.slices.map(({ id, questions: { length } }) => [id, length].join(' '))).toEqual([
      'tag:price 15',
      'tag:urgent 11',
      'tag: untagged 12',
    ]);
  });

  it('is none without tags', () => {
    expect(tagDimension(copies(30, question([])))).toBeNull();
  });
});
