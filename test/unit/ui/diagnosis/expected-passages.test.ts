import { describe, expect, it } from 'vitest';
import { type DocId, docId, queryId } from '../../../../src/base/types';
import type { Missed } from '../../../../src/domain/diagnosis/diagnose';
import { Places } from '../../../../src/domain/judging/places';
import { expectedPassages, sharesWithin } from '../../../../src/ui/diagnosis/expected-passages';
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

describe('sharesWithin', () => {
  const docs = new Map([a, b, docId('a#0-40')].map((id) => [id, { id, title: '', text: `𠮷${'x'.repeat(98)}` }]));
  const ranking = (...ids: string[]) => ids.map((id, i) => ({ id: docId(id), score: -i }));
  const shares = (k: number, ...ids: string[]) =>
    Object.fromEntries(sharesWithin([part, judgment(b, 2, { start: 10, end: 20 })], ranking(...ids), k, docs));
  const part = judgment(a, 1, { start: 20, end: 60 });

  it('are of the first k passages, each character once', () => {
    expect(shares(1, 'a#0-30', 'a#25-50')).toEqual({ 'a#20-60': 0.25, 'b#10-20': 0 });
    // Not 10 and 25 of 40, the sum of both, and not 25, the larger one.
    expect(shares(2, 'a#0-30', 'a#25-50')).toEqual({ 'a#20-60': 0.75, 'b#10-20': 0 });
  });

  it('are of the first k of the list, whatever documents they are of', () => {
    expect(shares(2, 'b#0-15', 'b#30-90', 'a#0-90')).toEqual({ 'a#20-60': 0, 'b#10-20': 0.5 });
    expect(shares(3, 'b#0-15', 'b#30-90', 'a#0-90')).toEqual({ 'a#20-60': 1, 'b#10-20': 0.5 });
    // The name of a document that looks like a part of another.
    expect(shares(1, 'a#0-40')).toEqual({ 'a#20-60': 0, 'b#10-20': 0 });
  });

  it('are in characters, not in UTF-16 units', () => {
    const first = judgment(a, 1, { start: 0, end: 6 });
    const found = sharesWithin([first], ranking('a#0-2'), 1, new Map([[a, docs.get(a)!]]));
    expect(found.get('a#0-6')).toBeCloseTo(1 / 5, 12);
  });

  it('are none of whole documents, and of documents that are not there', () => {
    const judgments = [judgment(a, 1), judgment(docId('c'), 1, { start: 0, end: 5 })];
    expect(sharesWithin(judgments, ranking('a#0-30'), 1, docs).size).toBe(0);
  });
});
