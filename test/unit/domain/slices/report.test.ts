import { describe, expect, it } from 'vitest';
import { contentTerms } from '../../../../src/domain/questions/content-words';
import { sliceReport, type SlicesInput } from '../../../../src/domain/slices/report';
import { SAMPLE_SYSTEMS, sampleSource, sampleValues } from '../../../sample-slices';
import { docId, type Metadata } from '../../../../src/base/types';
import { relevanceDimensions, sharedShare, tagDimension } from '../../../../src/domain/slices/relevance-dimensions';
import type { RelevantPassage, SlicedQuestion } from '../../../../src/domain/slices/dimension';

const SAMPLE: SlicesInput = {
  ...sampleSource(),
  measure: 'nDCG@10',
  systems: SAMPLE_SYSTEMS,
  values: sampleValues(),
  previous: SAMPLE_SYSTEMS.map((id) => (id.endsWith('-rerank') ? id.replace('-rerank', '') : null)),
  best: null,
  seed: 42,
  resamples: 1999,
};

describe('sliceReport of the sample', () => {
  const report = sliceReport(SAMPLE, contentTerms)!;
  const dimension = (id: string) => report.dimensions.find((each) => each.id === id)!;

  it('compares with the system of the highest mean', () => {
    expect(report).toMatchObject({ best: 'ensemble', questions: 156, resamples: 1999, measure: 'nDCG@10' });
    expect(report.systems.map(({ mean }) => Number(mean.toFixed(3)))).toEqual([
      0.703, 0.697, 0.785, 0.778, 0.776, 0.775,
    ]);
    expect(report.contrasts).toEqual([
      { kind: 'stage', system: 'ensemble-rerank', reference: 'ensemble' },
      { kind: 'stage', system: 'ensemble-rrf-rerank', reference: 'ensemble-rrf' },
      { kind: 'best', system: 'bm25', reference: 'ensemble' },
      { kind: 'best', system: 'embedding', reference: 'ensemble' },
      { kind: 'best', system: 'ensemble-rrf', reference: 'ensemble' },
      { kind: 'best', system: 'ensemble-rrf-rerank', reference: 'ensemble' },
    ]);
  });

  it('has means and differences of each language, as the design computed them by other means', () => {
    const { slices } = dimension('language');
    expect(slices.map(({ id, counted, best }) => [id, counted, best.toFixed(3)].join(' '))).toEqual([
      'language:en 52 0.745',
      'language:zh 52 0.749',
      'language:ja 52 0.861',
    ]);
    const [english, chinese] = slices;
    expect(english!.differences[0]!.mean).toBeCloseTo(-0.083, 3);
    expect(chinese!.differences[5]!.mean).toBeCloseTo(-0.071, 3);
    expect(chinese!.differences[5]!.certainty).toBe('perhaps');
    expect(english!.differences[5]!.certainty).toBe('tie');
    expect(english!.differences[2]).toEqual({ mean: 0, ci95: null, p: 1, certainty: 'tie' });
  });

  it('has no evidence that languages differ, once all that was looked at counts', () => {
    const { p, holm, findings } = dimension('language');
    expect(p).toBeGreaterThan(0.08);
    expect(holm).toBeGreaterThan(0.2);
    expect(findings).toEqual([]);
  });

  it('finds that bm25 falls behind where few words are shared', () => {
    const { holm, findings } = dimension('shared-words');
    expect(holm).toBeLessThan(0.05);
    expect(findings).toHaveLength(1);
    const [finding] = findings;
    expect(finding).toMatchObject({ system: 'bm25', reference: 'ensemble', kind: 'best', evidence: 'sure', p: holm });
    expect(Math.abs(finding!.gap)).toBeCloseTo(0.11, 2);
    expect(finding!.gap).toBeCloseTo(finding!.inside - finding!.outside, 12);
    expect(finding!.ci95[0] * finding!.ci95[1]).toBeGreaterThan(0);
    expect(finding!.slices.map(({ slice }) => slice).sort()).toEqual(['shared-words:few', 'shared-words:more']);
  });
});

describe('sliceReport', () => {
  it('leaves out a system with few values, and questions that another has none for', () => {
    const values = sampleValues();
    values[0]!.fill(NaN, 0, 100);
    values[1]!.fill(NaN, 3, 6);
    const report = sliceReport({ ...SAMPLE, values, resamples: 99 }, contentTerms)!;
    expect(report.systems.map(({ id }) => id)).toEqual(SAMPLE_SYSTEMS.slice(1));
    expect(report.questions).toBe(153);
    const all = report.dimensions[0]!.slices.flatMap(({ questions }) => questions).sort((a, b) => a - b);
    expect(all).toEqual([...values[1]!.keys()].filter((q) => q < 3 || q > 5));
  });

  it('compares with a named system, and takes the best where it is not there', () => {
    const quick = { ...SAMPLE, resamples: 19 };
    expect(sliceReport({ ...quick, best: 'bm25' }, contentTerms)!.best).toBe('bm25');
    expect(sliceReport({ ...quick, best: 'gone' }, contentTerms)!.best).toBe('ensemble');
  });

  it('has nothing to say of one system', () => {
    const one = { ...SAMPLE, systems: ['bm25'], values: sampleValues().slice(0, 1), previous: [null] };
    expect(sliceReport(one, contentTerms)).toBeNull();
  });
});

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
