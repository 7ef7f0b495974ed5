import { describe, expect, it } from 'vitest';
import { type Doc, docId, type DocId, type Judgment, queryId, type Requirement } from '../../../../src/base/types';
import { measureOf } from '../../../../src/domain/measures/parse';
import { judgeTies, needExtremes } from '../../../../src/domain/measures/ties';
import { grades, hits } from './make';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';
import { chunkId } from '../../../../src/domain/chunk/recursive';
import { chunkedTruth, type PlacedChunk } from '../../../../src/domain/chunk/chunked-truth';
import { cut } from '../../../../src/domain/chunk/by-tokens';
import { locateAll } from '../../../../src/domain/documents/locate';
import { score } from '../../../../src/domain/measures/score';
import { DEFAULT_CHUNKER, type SplitChunkerSpec } from '../../../../src/domain/chunk/chunker-spec';

/** Lowest and highest value of a measure where `scores` are ranked, or null where no order matters. */
function range(measure: string, scores: Record<string, number>, byDoc: Record<string, number>, needs?: string[]) {
  const ties = judgeTies(
    hits(scores),
    grades(byDoc),
    needs?.map((docs) => ({ docs: docs.split('|').map(docId) })),
  );
  if (!ties) return null;
  const { low, high } = ties.range(measureOf(measure), { maxGrade: 3 });
  return [low, high];
}

describe('judgeTies', () => {
  it('finds what a mixed group across the cut leaves open', () => {
    expect(range('P@2', { a: 3, b: 2, x: 2 }, { a: 1, b: 1 })).toEqual([1 / 2, 1]);
  });

  it('finds what a mixed group leaves open at the first relevant rank', () => {
    expect(range('MRR', { a: 2, x: 2, y: 2 }, { a: 1 })).toEqual([1 / 3, 1]);
  });

  it('takes a score that differs in its last bit for no tie', () => {
    expect(range('P@1', { a: 0.3, x: 0.1 + 0.2 }, { a: 1 })).toBeNull();
  });

  it('orders by grade, not by relevance alone, for graded measures', () => {
    expect(range('ERR@1', { a: 1, b: 1 }, { a: 3, b: 1 })).toEqual([1 / 8, 7 / 8]);
  });

  it('bounds bpref at the threshold of the measure', () => {
    expect(range('bpref', { a: 1, m: 1, x: 1 }, { a: 1, m: 0 })).toEqual([0, 1]);
    expect(range('bpref(rel=2)', { a: 1, b: 1, x: 1 }, { a: 2, b: 1 })).toEqual([0, 1]);
  });

  it('orders judged documents first for Judged and Hole, where less is better', () => {
    expect(range('Judged@1', { m: 1, x: 1 }, { m: 0 })).toEqual([0, 1]);
    expect(range('Hole@1', { m: 1, x: 1 }, { m: 0 })).toEqual([0, 1]);
  });

  it('has no order for infAP', () => {
    expect(() => range('infAP', { a: 1, x: 1 }, { a: 1 })).toThrow(RangeError);
  });
});

describe('recall of needs', () => {
  it('is open where documents of the same grade meet different needs', () => {
    expect(range('Recall@1', { a: 1, b: 1 }, { a: 1, b: 1 }, ['a', 'b'])).toEqual([1 / 2, 1 / 2]);
    expect(range('Recall@2', { a: 1, b: 1, c: 1 }, { a: 1, b: 1, c: 1 }, ['a|b', 'c'])).toEqual([1 / 2, 1]);
  });

  it('is bounded where very many needs share a score', () => {
    const ids = Array.from({ length: 15 }, (_, i) => `d${i}`);
    const same = Object.fromEntries(ids.map((id) => [id, 1]));
    expect(range('Recall@3', same, same, ids)).toEqual([0, 3 / 15]);
  });
});

const ids = ['a', 'b', 'c', 'd'].map(docId);
const needs = ['b|c', 'c', 'd', 'gone'].map((docs) => ({ docs: docs.split('|').map(docId) }));

it('needExtremes gives the ranks at which 1, 2, … needs are met under the best and the worst order', () => {
  expect(needExtremes(needs, ids, [{ start: 0, end: 3 }])).toEqual({
    best: { total: 4, ranks: [1, 1, 4] },
    worst: { total: 4, ranks: [2, 3, 4] },
  });
});

// The example of the second article on the bundled text that was written for it.
const FOLDER = join(import.meta.dirname, '../../../../public/samples/the-breakwater');
const docs: Doc[] = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.txt'))
  .map((name) => ({ id: docId(name), title: '', text: readFileSync(join(FOLDER, name), 'utf8') }));
const questions = Papa.parse(readFileSync(join(FOLDER, 'questions.csv'), 'utf8').trimEnd())
  .data.slice(1)
  .map(([question, answer, texts]) => ({
    question: question!,
    answer: answer!,
    texts: JSON.parse(texts!) as string[],
  }));

const WHO = queryId('who');
const located = locateAll(questions[0]!.texts, docs);
const judgments: Judgment[] = located.map((found) => {
  const { doc, start, end } = found!.matches[0]!;
  return { query: WHO, doc, grade: 1, span: { start, end } };
});
const requirements: Requirement[] = [
  {
    query: WHO,
    needs: located.map((found, i) => ({
      docs: found!.matches.map(({ doc }) => doc),
      places: found!.matches,
      text: questions[0]!.texts[i]!,
    })),
  },
];

const chunksOf = (spec: Exclude<SplitChunkerSpec, { kind: 'tokens' }>): PlacedChunk[] =>
  docs.flatMap((doc) => cut(doc, spec).map((span) => ({ id: chunkId(doc.id, span), place: { doc: doc.id, ...span } })));

/** Hit, precision, recall and F1 at 10 of a list of chunks. */
function measured(chunks: readonly PlacedChunk[], ids: readonly DocId[]): number[] {
  const truth = chunkedTruth(docs, chunks, { judgments, requirements }, 1);
  const measures = ['HitRate@10', 'P@10', 'Recall@10', 'F1@10'].map(measureOf);
  const run = new Map([[WHO, ids.map((id, i) => ({ id, score: -i }))]]);
  const { values } = score(run, truth.qrels, measures, { requirements: truth.requirements });
  return measures.map(({ text }) => values.get(text)![0]!);
}

/** Chunks at each of the judged places, and ten that are at none. */
function split(chunks: readonly PlacedChunk[]): { at: DocId[][]; elsewhere: DocId[] } {
  const { qrels, requirements: needs } = chunkedTruth(docs, chunks, { judgments, requirements }, 1);
  const judged = qrels.get(WHO)!;
  const elsewhere = chunks.flatMap(({ id }) => (judged.has(id) ? [] : [id])).slice(0, 10);
  return { at: needs.get(WHO)!.map((need) => [...need.docs]), elsewhere };
}

describe('the sample of the second article', () => {
  it('has about 60,000 characters and twelve questions, whose ground-truth texts stand in one chapter each', () => {
    expect(docs.length).toBe(10);
    expect(docs.reduce((sum, { text }) => sum + text.length, 0)).toBeGreaterThan(60_000);
    expect(questions.length).toBe(12);
    for (const { question, answer, texts } of questions) {
      expect([question, answer].map((text) => text.length > 10)).toEqual([true, true]);
      expect(texts.length).toBeGreaterThan(0);
      expect(texts.length).toBeLessThan(5);
      for (const found of locateAll(texts, docs)) expect(found).toMatchObject({ how: 'exact', matches: [{}] });
    }
  });

  it('answers its first question at three places, of which the third begins in the overlap of two chunks', () => {
    const { at } = split(chunksOf(DEFAULT_CHUNKER as Parameters<typeof chunksOf>[0]));
    expect(at.map((chunks) => chunks.length)).toEqual([1, 1, 1]);
    expect(new Set(at.flat()).size).toBe(3);
    const [, second, third] = judgments.map(({ span }) => span!);
    expect(second!.end - third!.start).toBe(94);
    expect(at[1]).toEqual([chunkId(judgments[1]!.doc, second!)]);
    expect(at[2]![0]).toMatch(new RegExp(`#${third!.start}-`));
  });
});

describe('Hit, Precision, Recall and F1 at 10, as the second article has them', () => {
  const chunks = chunksOf(DEFAULT_CHUNKER as Parameters<typeof chunksOf>[0]);
  const { at, elsewhere } = split(chunks);

  it('are 1, .20, .67 and .31 where two of ten chunks are relevant and two of three texts are met', () => {
    const found = [elsewhere[0]!, at[0]![0]!, ...elsewhere.slice(1, 5), at[1]![0]!, ...elsewhere.slice(5, 8)];
    expect(found.length).toBe(10);
    const values = measured(chunks, found);
    expect(values).toEqual([1, 2 / 10, 2 / 3, expect.closeTo(4 / 13, 15)]);
    expect(values.map((value) => value.toFixed(2))).toEqual(['1.00', '0.20', '0.67', '0.31']);
    // The order within ten changes none of them: so reranking ten does not.
    expect(measured(chunks, [...found].reverse())).toEqual(values);
  });

  it('reject recall counted by chunks and precision counted by texts', () => {
    // Cut to 300 characters, a text of 995 lies in several chunks: two of them meet one text.
    const small = chunksOf({ kind: 'window', size: 300, overlap: 0, context: 'none' });
    const parts = split(small);
    const [first, second] = parts.at[1]!;
    expect(parts.at[1]!.length).toBeGreaterThan(2);
    const values = measured(small, [first!, second!, ...parts.elsewhere.slice(0, 8)]);
    expect(values).toEqual([1, 2 / 10, 1 / 3, expect.closeTo(1 / 4, 15)]);
    const relevantChunks = new Set(parts.at.flat()).size;
    expect(values[2]).not.toBeCloseTo(2 / relevantChunks, 5);
    expect(values[1]).not.toBe(1 / 10);
  });

  it('reject a text that is met by a chunk which shares its overlap alone', () => {
    const values = measured(chunks, [at[1]![0]!, ...elsewhere.slice(0, 9)]);
    expect(values).toEqual([1, 1 / 10, 1 / 3, expect.closeTo((2 * 0.1 * (1 / 3)) / (0.1 + 1 / 3), 15)]);
  });

  it('divide by ten where fewer were found, and are 0 where nothing was', () => {
    expect(measured(chunks, [at[0]![0]!])).toEqual([1, 1 / 10, 1 / 3, expect.closeTo(2 / 13, 15)]);
    expect(measured(chunks, elsewhere)).toEqual([0, 0, 0, 0]);
  });
});
