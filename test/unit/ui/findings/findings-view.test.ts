import { describe, expect, it } from 'vitest';
import type { ResultRecord } from '../../../../src/contract/result';
import {
  atCutoff,
  findingsView,
  systemsText,
  findingsOn,
  shownSlice,
  tagsByQuestion,
} from '../../../../src/ui/findings/findings-view';
import { queryId } from '../../../../src/base/types';
import type { ReportedDimension, SliceFinding, SliceReport } from '../../../../src/domain/slices/report';

const result = {
  spec: { ks: [1, 5, 10], measures: ['HitRate@5', 'nDCG@1', 'nDCG@10', 'nDCG@5', 'MAP', 'num_rel'] },
  systems: ['bm25', 'embedding', 'ensemble'].map((id) => ({ id })),
} as unknown as Pick<ResultRecord, 'spec' | 'systems'>;
const viewed = (view: Parameters<typeof findingsView>[1]) => findingsView(result, view, 'nDCG@10', 'ensemble');

describe('how an address shows the findings', () => {
  it('is as usual where it says nothing', () => {
    expect(viewed({})).toEqual({ k: null, measure: 'nDCG@10', systems: null });
    expect(findingsView(result, {}, null)).toEqual({ k: null, measure: null, systems: null });
  });

  it('has the measure it names, where systems can be compared by it', () => {
    expect(viewed({ measure: 'MAP' }).measure).toBe('MAP');
    expect(viewed({ measure: 'num_rel' }).measure).toBe('nDCG@10');
    expect(viewed({ measure: 'Best@3' }).measure).toBe('nDCG@10');
  });

  it('changes the cut-off of the usual measure, not of one that is named', () => {
    expect(viewed({ k: '5' })).toMatchObject({ k: 5, measure: 'nDCG@5' });
    expect(viewed({ k: '5', measure: 'nDCG@1' })).toMatchObject({ k: 5, measure: 'nDCG@1' });
  });

  it('takes the nearest k, and none of what is no number', () => {
    expect(['2', '4', '8', '3', '700'].map((k) => viewed({ k }).k)).toEqual([1, 5, 10, 1, 10]);
    expect(['all', '', '-1', '0'].map((k) => viewed({ k }).k)).toEqual([null, null, null, null]);
  });

  it('shows the systems it names that are there, with the one that they are held against', () => {
    expect(viewed({ systems: 'embedding,bm25' }).systems).toEqual(['bm25', 'embedding', 'ensemble']);
    expect(viewed({ systems: 'embedding,nobody' }).systems).toEqual(['embedding', 'ensemble']);
    expect(viewed({ systems: 'nobody' }).systems).toBeNull();
  });

  it('leaves a measure as it is that has no cut-off, or is not there at another', () => {
    expect(atCutoff('MAP', 5, ['MAP', 'MAP@5'])).toBe('MAP');
    expect(atCutoff('nDCG@10', 3, ['nDCG@10', 'nDCG@5'])).toBe('nDCG@10');
    expect(atCutoff('P(rel=2)@5', 1, ['P@1', 'P(rel=2)@1'])).toBe('P(rel=2)@1');
  });

  it('names systems in an address unless it is all of them', () => {
    expect(systemsText(['a', 'b'], 3)).toBe('a,b');
    expect(systemsText(['a', 'b'], 2)).toBeNull();
  });
});

const queries = Array.from({ length: 30 }, (_, i) => queryId(`q${i}`));
const tags = new Map([
  [queries[2]!, ['hard', 'dosage']],
  [queries[7]!, ['hard']],
]);

const slice = (id: string, code: string, questions: readonly number[]) => ({
  ...{ id, label: { code: 'language', data: { code } }, questions, counted: questions.length, best: 0.5 },
  differences: [],
});
const finding = (of: string) => ({ slice: of }) as unknown as SliceFinding;
const dimension = (slices: readonly unknown[], findings: readonly SliceFinding[]) =>
  ({ id: 'language', kind: 'language', field: null, slices, findings, p: 0.01, holm: 0.02 }) as ReportedDimension;
const positions = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);
const halves = [slice('language:en', 'en', positions(0, 18)), slice('language:zh', 'zh', positions(18, 30))];
const reportOf = (...dimensions: ReportedDimension[]) => ({ dimensions }) as unknown as SliceReport;

describe('the slice of an address', () => {
  it('is named with its dimension, and has its questions', () => {
    expect(shownSlice(reportOf(dimension(halves, [])), new Map(), queries, 'language:zh')).toEqual({
      id: 'language:zh',
      name: 'Language = Chinese',
      questions: positions(18, 30),
      isTested: true,
    });
  });

  it('is none where the address has none, or one that is unknown', () => {
    const report = reportOf(dimension(halves, []));
    expect(shownSlice(report, tags, queries, undefined)).toBeNull();
    expect(shownSlice(report, tags, queries, 'language:fr')).toBeNull();
    expect(shownSlice(null, tags, queries, 'language:zh')).toBeNull();
    expect(shownSlice(report, tags, queries, 'tag:gone')).toBeNull();
  });

  it('is a tag before there is a report, and where it is on too few questions for one', () => {
    expect(shownSlice(null, tags, queries, 'tag:hard')).toEqual({
      id: 'tag:hard',
      name: 'Tag = hard',
      questions: [2, 7],
      isTested: false,
    });
    const ten = new Map(queries.slice(0, 10).map((query) => [query, ['many']]));
    expect(shownSlice(null, ten, queries, 'tag:many')).toMatchObject({ isTested: true });
    expect(shownSlice(null, new Map([...ten].slice(1)), queries, 'tag:many')).toMatchObject({ isTested: false });
  });

  it('knows tags by question', () => {
    const question = (own: readonly string[]) => ({ tags: own, note: 'x' });
    const annotations = { questions: { [queries[2]!]: question(['hard']), [queries[3]!]: question([]) }, sets: [] };
    expect([...tagsByQuestion(annotations)]).toEqual([[queries[2], ['hard']]]);
  });
});

describe('the findings on a slice', () => {
  const found = (report: SliceReport) =>
    report.dimensions.flatMap(({ findings }) => findings.map((each) => each.slice));

  it('are its own, of three slices', () => {
    const three = [...halves, slice('language:ja', 'ja', [])];
    const report = reportOf(dimension(three, [finding('language:en'), finding('language:zh')]));
    expect(found(findingsOn(report, 'language:zh'))).toEqual(['language:zh']);
    expect(found(findingsOn(report, 'language:ja'))).toEqual([]);
    // What was tested stays counted.
    expect(findingsOn(report, 'language:ja').dimensions).toHaveLength(1);
  });

  it('are those of either half', () => {
    const report = reportOf(dimension(halves, [finding('language:en')]));
    expect(found(findingsOn(report, 'language:zh'))).toEqual(['language:en']);
    expect(found(findingsOn(report, 'tag:hard'))).toEqual([]);
  });
});
