import { describe, expect, it } from 'vitest';
import { docId } from '../../../../src/base/types';
import type { SliceDifference } from '../../../../src/domain/slices/cells';
import type { ReportedDimension, ReportedSlice, SliceReport } from '../../../../src/domain/slices/report';
import type { SliceLabel } from '../../../../src/domain/slices/dimension';
import { markupText } from '../../../../src/ui/report/report-parts';
import { slicesSection } from '../../../../src/ui/report/report-sections';
import { attribute, elementsOf, rowsOf } from './html';
import { sampleParts } from './sample-parts';

const parts = sampleParts();
const systems = ['ensemble', 'bm25', 'embedding'];

const difference = (mean: number, certainty: SliceDifference['certainty']): SliceDifference => ({
  mean,
  ci95: [mean - 0.01, mean + 0.01],
  p: 0.5,
  certainty,
});

const slice = (id: string, label: SliceLabel, ...differences: SliceDifference[]): ReportedSlice => ({
  id,
  label,
  questions: [0, 1],
  counted: 20,
  best: 0.8,
  differences: [{ mean: 0, ci95: null, p: 1, certainty: 'tie' }, ...differences],
});

const finding = {
  kind: 'best' as const,
  system: 'bm25',
  reference: 'ensemble',
  slice: 'a',
  evidence: 'sure' as const,
  inside: 0,
  outside: 0,
  gap: 0,
  ci95: [0, 0] as const,
  p: 0.01,
  slices: [],
};

const dimension = (changes: Partial<ReportedDimension>): ReportedDimension => ({
  id: 'language',
  kind: 'language',
  field: null,
  p: 0.002,
  holm: 0.004,
  findings: [finding],
  slices: [
    slice('a', { code: 'language', data: { code: 'zh' } }, difference(-0.083, 'sure'), difference(0.02, 'perhaps')),
    slice('b', { code: 'language', data: { code: 'en' } }, difference(-0.01, 'perhaps'), difference(0.001, 'tie')),
  ],
  ...changes,
});

const report = (...dimensions: ReportedDimension[]): SliceReport => ({
  measure: 'nDCG@10',
  systems: systems.map((id, i) => ({ id, mean: 0.8 - i / 10 })),
  best: 'ensemble',
  questions: 40,
  dimensions,
  contrasts: [],
  seed: 42,
  resamples: 100,
});

const html = (slices: SliceReport, withTexts = false): string =>
  markupText(slicesSection({ ...parts, slices, withTexts })!);

describe('the slices in a report', () => {
  it('are a table for each dimension on which differences depend, coloured by certainty and written out', () => {
    const page = html(report(dimension({}), dimension({ id: 'length', kind: 'length', findings: [] })));
    expect(page).toContain('Differences between systems depend on language (p = .004)');
    expect(elementsOf(page).filter(({ tagName }) => tagName === 'table')).toHaveLength(1);
    const [head, chinese, english] = rowsOf(page);
    expect(head).toEqual(['Slice', 'Questions', 'Hybrid (weighted sum)', 'BM25', 'Embedding']);
    expect(chinese).toEqual(['Chinese', '20', '.800', '−.08', '+.02']);
    expect(english).toEqual(['English', '20', '.800', '−.01', '.00']);
    const cells = elementsOf(page).filter(({ tagName }) => tagName === 'td');
    expect(cells.map((cell) => attribute(cell, 'class'))).toEqual([
      ...['count', null, 'worse sure', 'better perhaps'],
      ...['count', null, 'worse perhaps', null],
    ]);
    expect(page).toContain('better, perhaps');
  });

  it('are one sentence where no dimension matters', () => {
    const page = html(report(dimension({ findings: [] })));
    expect(page).toContain('No evidence of a difference between slices');
    expect(page).not.toContain('<table');
    expect(slicesSection(parts)).toBeNull();
  });

  it('are not named by words of questions, nor by documents, unless texts are asked for', () => {
    const cells = [difference(0, 'tie'), difference(0, 'tie')];
    const slices = report(
      dimension({
        id: 'topic',
        kind: 'topic',
        slices: [slice('a', { code: 'topic', data: { terms: ['kiln', 'clay'] } }, ...cells)],
      }),
      dimension({
        id: 'document',
        kind: 'document',
        slices: [
          slice('b', { code: 'document', data: { doc: docId('secret.pdf') } }, ...cells),
          slice('c', { code: 'document', data: { doc: null } }, ...cells),
        ],
      }),
    );
    const names = (page: string): (string | undefined)[] => rowsOf(page).map(([name]) => name);
    expect(names(html(slices))).toEqual(['Slice', 'Topic 1', 'Slice', 'Document 1', 'Several documents']);
    expect(names(html(slices, true))).toEqual(['Slice', 'kiln, clay', 'Slice', 'secret.pdf', 'Several documents']);
  });
});
