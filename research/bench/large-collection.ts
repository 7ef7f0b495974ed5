import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Random } from '../../src/domain/statistics/random';

/**
 * `large-collection.mjs <folder> <passages> <questions>`: writes a collection in the format of BEIR, the same each time.
 * Words are as frequent as Zipf's law says. A question has a few words of the passage that it is judged by, and others.
 */

const [WORDS, SHORTEST, LONGEST] = [50_000, 30, 90];
const [OWN, OTHER] = [4, 4];
const LINES_AT_ONCE = 1000;

const [folder, passages, questions] = [process.argv[2]!, Number(process.argv[3]), Number(process.argv[4])];
const random = new Random(1);
const drawn = new Uint32Array(LONGEST + OWN + OTHER + 2);
const below = (bound: number, at: number): number => Math.floor((drawn[at]! / 2 ** 32) * bound);

/** Word r of Zipf's law is 1 / r as frequent as the first. */
const word = (at: number): string => `w${Math.floor(Math.exp((drawn[at]! / 2 ** 32) * Math.log(WORDS + 1))) - 1}`;

const texts: string[] = [];
mkdirSync(join(folder, 'qrels'), { recursive: true });

write('corpus.jsonl', passages, (i) => {
  random.fill(drawn);
  const length = SHORTEST + below(LONGEST - SHORTEST + 1, LONGEST);
  const text = Array.from({ length }, (_, at) => word(at)).join(' ');
  texts.push(text);
  return JSON.stringify({ _id: `p${i}`, title: '', text });
});

const judged: number[] = [];
write('queries.jsonl', questions, (i) => {
  random.fill(drawn);
  const passage = below(passages, 0);
  judged.push(passage);
  const held = texts[passage]!.split(' ');
  const own = Array.from({ length: OWN }, (_, j) => held[below(held.length, 1 + j)]!);
  const others = Array.from({ length: OTHER }, (_, j) => word(1 + OWN + j));
  return JSON.stringify({ _id: `q${i}`, text: [...own, ...others].join(' ') });
});

writeFileSync(join(folder, 'qrels', 'test.tsv'), 'query-id\tcorpus-id\tscore\n');
write('qrels/test.tsv', questions, (i) => `q${i}\tp${judged[i]!}\t1`);

function write(name: string, count: number, line: (i: number) => string): void {
  for (let at = 0; at < count; at += LINES_AT_ONCE) {
    const lines = Array.from({ length: Math.min(LINES_AT_ONCE, count - at) }, (_, i) => line(at + i));
    appendFileSync(join(folder, name), lines.join('\n') + '\n');
  }
}
