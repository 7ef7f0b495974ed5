import { describe, expect, it } from 'vitest';
import { chunkId } from '../../../../src/domain/chunk/recursive';
import { docId } from '../../../../src/base/types';
import type { TriedPassage, TriedQuestion } from '../../../../src/workbench/inspect/tried-question';
import { elsewhere, gradeAround, samePlaces } from '../../../../src/ui/try/tried';

describe('a passage in other columns', () => {
  const doc = docId('d');
  const text = 'Rails are ground each May. Nobody knows why. Trams run late.';
  const same = samePlaces(new Map([[doc, { text }]]));
  const part = (rank: number, start: number, end: number) => {
    const place = { doc, start, end };
    return { id: chunkId(doc, place), place, rank } as TriedPassage;
  };
  const whole = (id: string, rank: number) => ({ id: docId(id), place: null, rank }) as TriedPassage;
  const question = {
    systems: [
      { id: 'short', ok: true, lists: { passages: [part(1, 0, 26), part(2, 27, 44)] } },
      { id: 'failed', ok: false, problem: 'no' },
      { id: 'long', ok: true, lists: { passages: [part(1, 45, 60), part(2, 0, 44)] } },
      { id: 'whole', ok: true, lists: { passages: [whole('other', 1), whole('d', 2)] } },
    ],
  } as unknown as TriedQuestion;

  it('is found by its place, with the name and the rank that it has there', () => {
    expect(elsewhere(question, 'short', part(1, 0, 26), same)).toEqual([
      { system: 'long', id: 'd#0-44', rank: 2 },
      { system: 'whole', id: 'd', rank: 2 },
    ]);
    // Of several the first counts; a part that only touches it is another.
    expect(elsewhere(question, 'long', part(2, 0, 44), same)[0]).toMatchObject({ system: 'short', rank: 1 });
    expect(elsewhere(question, 'long', part(1, 45, 60), same).map(({ system }) => system)).toEqual(['whole']);
    expect(elsewhere(question, 'whole', whole('other', 1), same)).toEqual([]);
  });

  it('has the highest grade of what was graded of its place', () => {
    const judged = new Map(
      [part(1, 0, 26), part(2, 27, 44)].map(({ id, place }, i) => [id, { at: place!, grade: i }] as const),
    );
    expect(gradeAround(judged, part(2, 0, 44), same)).toBe(1);
    expect(gradeAround(judged, part(1, 0, 20), same)).toBe(0);
    expect(gradeAround(judged, part(1, 45, 60), same)).toBeNull();
    expect(gradeAround(new Map([[doc, { at: doc, grade: 2 }]]), part(1, 45, 60), same)).toBe(2);
  });
});
