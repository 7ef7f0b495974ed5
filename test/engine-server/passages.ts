import { seeded } from '../vectors';
import type { Passage, Question } from './run';

const WORDS = 'wing flow plate heat shock layer jet cone body speed lift drag model test wave edge'.split(' ');
const DIMENSIONS = 8;

/** Passages of 3 to 80 words, with vectors that no text is behind, and questions that each have one of them to find. */
export function madeCollection(count: number, asked: number): { passages: Passage[]; questions: Question[] } {
  const next = seeded(7);
  const words = (many: number): string =>
    Array.from({ length: many }, () => WORDS[Math.floor(next() ** 2 * WORDS.length)]!).join(' ');
  const vector = (): number[] => Array.from({ length: DIMENSIONS }, () => Math.fround(next() * 2 - 1));
  const passages = Array.from({ length: count }, (_, i) => ({
    id: `p${i}`,
    text: words(3 + Math.floor(next() * 77)),
    vector: vector(),
  }));
  const questions = Array.from({ length: asked }, (_, i) => {
    const relevant = passages[Math.floor(next() * count)]!;
    const moved = relevant.vector.map((value) => Math.fround(value + next() / 2));
    return { id: `q${i}`, text: words(3), vector: moved, relevant: relevant.id };
  });
  return { passages, questions };
}
