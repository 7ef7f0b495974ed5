import { describe, expect, it } from 'vitest';
import { type DocId, docId, queryId } from '../../../../src/base/types';
import type { Missed } from '../../../../src/domain/diagnosis/diagnose';
import { Places } from '../../../../src/domain/judging/places';
import { expectedPassages } from '../../../../src/ui/diagnosis/expected-passages';
import { made } from '../../domain/diagnosis/facts';

const [a, b] = ['a', 'b'].map(docId) as [DocId, DocId];
const places = new Places(new Map([a, b].map((id) => [id, { text: 'x'.repeat(100) }])));
const query = queryId('q');
const judgment = (doc: DocId, grade: number, span?: { start: number; end: number }) => ({
  query,
  doc,
  grade,
  ...(span ? { span } : {}),
});
const missed = (...docs: string[]): Missed => ({
  docs: docs.map(docId),
  id: null,
  cause: 'other',
  facts: made.facts(),
});

describe('expectedPassages', () => {
  it('are the relevant places, those that are missed first, then by grade', () => {
    const judgments = [judgment(a, 1), judgment(b, 2), judgment(docId('c'), 3), judgment(docId('d'), 0)];
    const found = expectedPassages(judgments, [missed('a')], places, 1, () => true);
    expect(found.map(({ place, missed: own }) => [place.doc, own !== null])).toEqual([
      ['a', true],
      ['c', false],
      ['b', false],
    ]);
  });

  it('belong to chunks that hold half of the shorter of both', () => {
    const judgments = [judgment(a, 1, { start: 0, end: 20 }), judgment(a, 1, { start: 60, end: 80 })];
    const found = expectedPassages(judgments, [missed('a#50-100')], places, 1, () => true);
    expect(found[0]).toMatchObject({ place: { span: { start: 60, end: 80 } }, missed: { cause: 'other' } });
    expect(found[1]!.missed).toBeNull();
  });

  it('take what is missed without a passage where the system has none of theirs', () => {
    const judgments = [judgment(a, 1, { start: 0, end: 20 }), judgment(b, 1, { start: 0, end: 90 })];
    const found = expectedPassages(judgments, [missed()], places, 1, ({ doc }) => doc === a);
    expect(found[0]).toMatchObject({ place: { doc: b }, missed: { docs: [] } });
    expect(found[1]!.missed).toBeNull();
  });
});
