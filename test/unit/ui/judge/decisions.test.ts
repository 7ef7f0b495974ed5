import { expect, it } from 'vitest';
import { sequentialEvidence } from '../../../../src/domain/evidence/sequential';
import { orderedQuestions, sequenceOf } from '../../../../src/ui/judge/judged-evidence';
import { pooled } from '../../domain/judging/make';
import { openJudging } from './make';

const QUESTIONS = 60;
const LISTS = ['ab', 'cb'].map((list) => [...list]);

/** With the keys of the screen, by a person who knows that only `a` is relevant; read after every question. */
it.each([
  ['the system that is better', 'bm25', () => false],
  ['none where chance alone tells them apart', null, (question: number) => question % 2 === 0],
])('judging decides for %s', async (_, best, isTurned) => {
  const of = (side: number) => Array.from({ length: QUESTIONS }, (_, q) => LISTS[isTurned(q) ? 1 - side : side]!);
  const { session, disk } = await openJudging([], {}, { lists: pooled({ bm25: of(0), other: of(1) }) });
  let decided: string | null = null;
  for (let asked = 0; asked < QUESTIONS && decided === null; asked++) {
    session.point(session.items.findIndex(({ item }) => item.place.doc === 'a'));
    session.grade(1);
    session.close();
    await session.idle();
    const { state } = sequentialEvidence(
      sequenceOf(orderedQuestions(session.board, session.order), session.board, 0.02)!,
    );
    decided = state.kind === 'decided' ? state.best : null;
  }
  expect(decided).toBe(best);
  expect(new Set(disk.map(({ query }) => query)).size === QUESTIONS).toBe(best === null);
});
