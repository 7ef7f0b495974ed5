import { describe, expect, it } from 'vitest';
import { type Judgment, docId, queryId } from '../../../../src/base/types';
import { evidenceInBrief, isDecided, saidEvidence } from '../../../../src/ui/judge/evidence-text';
import { boundsOf, type JudgedEvidence } from '../../../../src/ui/judge/judged-evidence';
import { pooled, textDoc } from '../../domain/judging/make';
import { openJudging, planWith } from './make';

type Bounds = Extract<JudgedEvidence, { kind: 'bounds' }>;

const QUERY = queryId('q0');
const judgment = (doc: string, grade: number, span?: readonly [number, number]): Judgment => ({
  query: QUERY,
  doc: docId(doc),
  grade,
  ...(span && { span: { start: span[0], end: span[1] } }),
});
const lists = pooled({ bm25: [['a', 'b']], other: [['b', 'c']] }, { measures: ['nDCG@2', 'Recall@2', 'P@2'] });
const docs = new Map(['a', 'b', 'c', 'd'].map((id) => [docId(id), textDoc(docId(id), `one of ${id}, two of ${id}`)]));

async function boundsBy(measure: string, judgments: readonly Judgment[], changes = {}): Promise<JudgedEvidence> {
  const plan = { ...planWith('informative'), measure, depth: 2 };
  const { session } = await openJudging(judgments, changes, { lists, among: docs, plan });
  const evidence = boundsOf(session.board);
  const { live } = session.board;
  if (evidence.kind === 'bounds') {
    expect(evidence.bounds[0]).toBeLessThanOrEqual(live.mean(0) - live.mean(1) + 1e-12);
    expect(evidence.bounds[1]).toBeGreaterThanOrEqual(live.mean(0) - live.mean(1) - 1e-12);
  }
  return evidence;
}

describe('bounds on the judging screen', () => {
  it('count a document outside the pool once, however many of its parts are judged', async () => {
    const judged = [judgment('a', 1), judgment('b', 0), judgment('c', 0)];
    const parts = [judgment('d', 1, [0, 8]), judgment('d', 2, [10, 18])];
    for (const measure of ['Recall@2', 'nDCG@2']) {
      const { bounds } = (await boundsBy(measure, [...judged, ...parts])) as Bounds;
      expect(bounds[1] - bounds[0], measure).toBeCloseTo(0, 12);
    }
    const { bounds } = (await boundsBy('Recall@2', [...judged, ...parts])) as Bounds;
    expect(bounds).toEqual([1 / 2, 1 / 2]);
  });

  it('are refused by what counts needs where a question has any, and by nothing else', async () => {
    const requirements = [{ query: QUERY, needs: [{ docs: [docId('a'), docId('d')] }] }];
    expect(await boundsBy('Recall@2', [judgment('a', 1)], { requirements })).toEqual({
      kind: 'none',
      why: 'no-bounds',
    });
    expect((await boundsBy('P@2', [judgment('a', 1)], { requirements })).kind).toBe('bounds');
    expect((await boundsBy('Recall@2', [judgment('a', 1)])).kind).toBe('bounds');
  });
});

describe('what bounds say', () => {
  const said = (bounds: readonly [number, number]) => {
    const evidence: JudgedEvidence = { kind: 'bounds', pair: ['a', 'b'], bounds, better: 'higher' };
    return { ...saidEvidence(evidence, 'P@2', 0.02), brief: evidenceInBrief(evidence), decided: isDecided(evidence) };
  };

  it('is open while they contain 0, and decided where they do not', () => {
    expect(said([-0.1, 0.2])).toMatchObject({ title: 'Not decided yet', brief: 'Not decided yet', decided: false });
    expect(said([0.1, 0.2])).toMatchObject({ title: 'Decided: a is better than b', brief: 'Decided', decided: true });
    expect(said([-0.2, -0.1]).title).toBe('Decided: b is better than a');
  });

  it('is no difference where all is judged and the means are the same but for rounding', () => {
    const none = { title: 'No difference in these pools', decided: false };
    expect(said([0, 0])).toMatchObject(none);
    expect(said([5e-17, 5e-17])).toMatchObject({ ...none, brief: 'No difference in these pools' });
    expect(said([-5e-17, -5e-17]).detail).toBe('With all of these pools judged, a − b is .000 P@2.');
    expect(said([0.1, 0.1])).toMatchObject({
      title: 'Decided: a is better than b',
      detail: 'With all of these pools judged, a − b is +.100 P@2.',
    });
  });
});
