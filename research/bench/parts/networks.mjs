import { transformersOfPages, withScript } from './script.mjs';
import { median } from './side-by-side.mjs';

/** Questions and candidates of each; passages. */
const [QUESTIONS, CANDIDATES, TEXTS] = [12, 20, 128];

/**
 * The bundled reranker that reads each text once, beside the same network pair by pair: nothing is kept before. A
 * cross-encoder and an embedding model as people add them, beside transformers.js as documented, and beside the session alone.
 */
export async function rows() {
  return [...(await bundled()), ...(await added())];
}

async function bundled() {
  const rows = [];
  await withScript('networks', (run) => {
    for (const [threads, words] of [
      [1, 'one thread'],
      [2, 'two threads'],
    ]) {
      const { ours, theirs, furthest } = run(threads);
      if (furthest > 1e-4) throw new Error(`logits of the two ways are ${furthest} apart on ${words}`);
      const what = `bundled reranker, a passage is a candidate of 14 questions, ${words}`;
      rows.push(row(what, 'ms a pair', median(ours), 'the whole graph pair by pair', median(theirs), 5));
    }
  });
  return rows;
}

async function added() {
  let [pairs, texts] = [];
  const measure = (run) => {
    pairs = run('pairs', QUESTIONS, CANDIDATES);
    texts = run('texts', TEXTS);
  };
  await withScript('added-models', measure, [transformersOfPages()]);
  if (Math.max(pairs.apart, texts.apart) > 1e-4)
    throw new Error(`logits are ${pairs.apart} apart, and vectors ${texts.apart}`);
  const [reranked, embedded] = ['any cross-encoder, mixed lengths', 'embedding, mixed lengths'];
  return [
    row(reranked, 'ms a pair', pairs.ours, 'transformers.js, a question a call', pairs.theirs, 2),
    row(embedded, 'ms a passage', texts.ours, 'transformers.js, 32 passages a call', texts.theirs, 2.5),
    row(embedded, 'ms a passage', texts.ours, 'the session alone, nothing filled up', texts.bare, 0.9),
  ];
}

const row = (what, unit, ours, name, value, target) => ({ what, unit, ours, against: { name, value }, target });
