import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BestFirst } from '../../../../../src/domain/retrieval/dense/best-first';

it('gives what was put in, the highest score first, in whatever order that was and however much was taken between', () => {
  const steps = fc.array(fc.oneof(fc.integer({ min: -9, max: 9 }), fc.constant('take' as const)), { maxLength: 200 });
  fc.assert(
    fc.property(steps, (all) => {
      const heap = new BestFirst();
      const kept: { position: number; score: number }[] = [];
      for (const [position, step] of all.entries()) {
        if (step !== 'take') {
          heap.push(position, step);
          kept.push({ position, score: step });
        } else if (kept.length > 0) {
          const best = Math.max(...kept.map(({ score }) => score));
          expect(heap.best).toBe(best);
          const taken = heap.pop();
          const at = kept.findIndex(({ position: each }) => each === taken);
          expect(kept[at]!.score).toBe(best);
          kept.splice(at, 1);
        }
        expect(heap.size).toBe(kept.length);
      }
    }),
  );
});
