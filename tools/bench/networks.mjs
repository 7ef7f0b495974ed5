import { withScript } from './script.mjs';
import { median } from './side-by-side.mjs';

/** The bundled reranker that reads each text once, beside the same network pair by pair: nothing is kept before. */
export async function rows() {
  let found;
  await withScript('networks', (run) => (found = run()));
  if (found.furthest > 1e-4) throw new Error(`logits of the two ways are ${found.furthest} apart`);
  return [
    {
      what: 'bundled reranker, a passage is a candidate of 14 questions, one thread',
      unit: 'ms a pair',
      ours: median(found.ours),
      against: { name: 'the whole graph pair by pair', value: median(found.theirs) },
      target: 5,
    },
  ];
}
