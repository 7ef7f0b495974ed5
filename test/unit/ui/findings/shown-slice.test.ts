import { describe, expect, it } from 'vitest';
import { queryId } from '../../../../src/base/types';
import type { ReportedDimension, SliceFinding, SliceReport } from '../../../../src/domain/slices/report';
import { findingsOn, shownSlice, tagsByQuestion } from '../../../../src/ui/findings/shown-slice';

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
