import { bench, describe } from 'vitest';
import { cut } from '../../src/domain/chunk/by-tokens';
import { normaliseText } from '../../src/domain/dataset/ground-truth-texts';
import { locateAll } from '../../src/domain/documents/locate';
import { duplicateGroups } from '../../src/domain/documents/near-duplicates';
import { DEFAULT_CHUNKER } from '../../src/domain/chunk/chunker-spec';
import { docId } from '../../src/base/types';

/** Sentences of made-up words, the same at every run. */
function prose(seed: number, characters: number): string {
  let state = seed + 1;
  const next = (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state % below;
  };
  const parts: string[] = [];
  for (let length = 0; length < characters;) {
    const words = Array.from({ length: 8 + next(12) }, () => WORDS[next(WORDS.length)]!);
    const sentence = `${words.join(' ')}.${next(6) === 0 ? '\n\n' : ' '}`;
    parts.push(sentence);
    length += sentence.length;
  }
  return parts.join('');
}

const WORDS = Array.from({ length: 4000 }, (_, i) => `w${((i * 7919) % 100_003).toString(36)}`);
const library = (docs: number, characters: number) =>
  Array.from({ length: docs }, (_, i) => ({ id: docId(`d${i}`), title: '', text: prose(i, characters) }));

/** What takes seconds is run a few times. */
const FEW = { iterations: 3, warmupIterations: 0, time: 0 };

const long = library(20, 250_000);

describe('5 million characters cut into passages, recursively, 1000/100', () => {
  bench('Hitrate, with the offsets of every passage', () => {
    for (const doc of long) cut(doc, DEFAULT_CHUNKER);
  });

  bench('by paragraphs, then lines and blanks, joined again, without offsets, as one would write it', () => {
    for (const { text } of long) naiveSplit(text, ['\n\n', '\n', ' ', '']);
  });
});

const docs = library(1000, 3000);
const truths = docs.slice(0, 100).map(({ text }, i) => text.slice(500 + i, 700 + i).replace(/\s+/g, '  '));

describe('100 texts looked for in 1,000 documents', () => {
  bench('Hitrate: exact, normalised and nearly, with places', () => {
    locateAll(truths, docs);
  });

  bench(
    'each text normalised and looked for in each document, as the second article does, without places',
    () => {
      for (const truth of truths) docs.filter(({ text }) => normaliseText(text).includes(normaliseText(truth)));
    },
    FEW,
  );
});

const copies = [
  ...docs.slice(0, 300),
  ...docs.slice(0, 30).map(({ id, text }) => ({ id: docId(`${id}x`), text: `${text} end` })),
];

describe('near duplicates among 330 documents', () => {
  bench('Hitrate (MinHash, checked)', () => {
    duplicateGroups(copies);
  });

  bench(
    'every pair compared',
    () => {
      const sets = copies.map(({ text }) => {
        const words = normaliseText(text).split(' ');
        return new Set(words.map((_, i) => words.slice(i, i + 5).join(' ')));
      });
      for (const [i, a] of sets.entries())
        for (const b of sets.slice(i + 1)) {
          let shared = 0;
          for (const shingle of a) if (b.has(shingle)) shared++;
          if (shared / (a.size + b.size - shared) >= 0.9) break;
        }
    },
    FEW,
  );
});

function naiveSplit(text: string, [separator, ...finer]: readonly string[]): string[] {
  if (separator === undefined || text.length <= 1000) return [text];
  const chunks: string[] = [];
  let current = '';
  for (const piece of text.split(separator)) {
    if (piece.length > 1000) chunks.push(...naiveSplit(piece, finer));
    else if (current.length + separator.length + piece.length <= 1000) current += separator + piece;
    else {
      chunks.push(current);
      current = current.slice(-100) + separator + piece;
    }
  }
  return [...chunks, current];
}
