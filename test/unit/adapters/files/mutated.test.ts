import { describe, expect, it } from 'vitest';
import { readCollection } from '../../../../src/adapters/files/read';
import { uniform } from '../../../../src/domain/statistics/random';

const lines = (...rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

/** A set of each way of writing one, by the names of its files. */
const SETS: readonly Readonly<Record<string, string>>[] = [
  {
    'corpus.jsonl': lines({ _id: 'd1', title: 'é', text: 'red apples' }, { _id: 'd2', title: '', text: 'blue, "sky"' }),
    'queries.jsonl': lines({ _id: 'q1', text: 'what is red?' }, { _id: 'q2', text: '何が青い' }),
    'qrels/test.tsv': 'query-id\tcorpus-id\tscore\nq1\td1\t1\nq2\td2\t2\n',
    'a.run': 'q1 Q0 d1 1 2.5 a\nq1 Q0 d2 2 1.5 a\nq2 Q0 d2 1 3 a\n',
  },
  {
    'set.json': JSON.stringify({ queries: { q: 'a?' }, corpus: { d: 'b' }, relevant_docs: { q: ['d'] }, mode: 'text' }),
  },
  { 'rows.csv': `user_input,retrieved_contexts,reference_contexts\n"a, b?","['x', 'y']","['x']"\n` },
  { 'results.csv': `query,expected_ids,retrieved_ids\nWhen?,['d1'],"['d2', 'd1']"\n` },
  {
    'qa.json': JSON.stringify([{ qid: 'q', query: 'a', retrieval_gt: [['d']] }]),
    'corpus.json': JSON.stringify([{ doc_id: 'd', contents: 'x' }]),
  },
  { 'spans.jsonl': lines({ name: 'r', attributes: { 'openinference.span.kind': 'RETRIEVER', 'input.value': 'a' } }) },
  {
    'squad.jsonl': lines({
      id: 'q',
      title: 't',
      question: 'a?',
      context: 'b c',
      answers: { text: ['b'], answer_start: [0] },
    }),
  },
  { 'vectors.jsonl': lines({ id: 'd1', vector: [1, 2] }, { id: 'd2', vector: [3, 4] }), 'qrels.txt': 'q1 0 d1 1\n' },
];

type Draw = (most: number) => number;

const WAYS: readonly ((text: string, draw: Draw) => string | Uint8Array<ArrayBuffer>)[] = [
  (text, draw) => text.slice(0, draw(text.length)),
  (text, draw) => text.replace(/[,\t ]/g, (found) => (draw(6) === 0 ? ';' : found)),
  (text, draw) => text.replace(/["']/g, (found) => (draw(4) === 0 ? '”' : found)),
  (text, draw) =>
    text
      .split('\n')
      .sort(() => draw(3) - 1)
      .join('\n'),
  (text, draw) => text.slice(0, draw(text.length)) + 'x'.repeat(200_000) + text.slice(draw(text.length)),
  (text, draw) => text.slice(0, draw(text.length)) + '['.repeat(3000) + text.slice(draw(text.length)),
  (text, draw) => text.replace(/\d/g, (found) => (draw(3) === 0 ? 'NaN' : found)),
  (text, draw) => {
    const bytes = new Uint8Array(new TextEncoder().encode(text));
    for (let n = 0; n < 3; n++) bytes[draw(bytes.length)] = draw(256);
    return bytes;
  },
];

describe('files that are damaged', () => {
  it.each(SETS.map((set, i) => [Object.keys(set).join(' '), set, i] as const))('%s', async (_, set, seed) => {
    const random = uniform(seed);
    const draw: Draw = (most) => Math.floor(random() * most);
    for (let n = 0; n < 63; n++) {
      const names = Object.keys(set);
      const hit = names[draw(names.length)]!;
      const files = names.map((path) => {
        const content = path === hit ? WAYS[n % WAYS.length]!(set[path]!, draw) : set[path]!;
        return { path, file: new Blob([content]) };
      });
      const outcome = await readCollection({ files }, () => undefined);
      // Figures, or what is wrong and where.
      if (outcome.ok) continue;
      expect(outcome.problems.length, hit).toBeGreaterThan(0);
      for (const { code, file } of outcome.problems) expect([code, typeof file]).toEqual([code, 'string']);
    }
  });
});
