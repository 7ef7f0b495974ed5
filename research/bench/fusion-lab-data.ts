import type { LabInput } from '../../src/domain/lab/questions';
import { rankingScorer } from '../../src/domain/measures/score';
import { judge } from '../../src/domain/measures/judge';
import { measureOf } from '../../src/domain/measures/parse';
import { packRankings } from '../../src/domain/run/packed';
import { docId, queryId, type Ranking } from '../../src/base/types';

/** Lists as retrievers make them: each finds part of what is relevant, and scores fall with the rank. */
export interface MadeUp {
  readonly input: LabInput;
  /** The same lists as rankings: one row a list, one ranking a question. */
  readonly rankings: readonly (readonly Ranking[])[];
}

const DOCS = 20_000;
/** Documents of a question that the lists are taken from: three lists of 100 then share about half. */
const FOUND = 300;
const FAMILIES = ['HitRate', 'MRR', 'P', 'Recall', 'F1', 'nDCG'];
/** Those of the default settings. */
export const MEASURES = [...FAMILIES.flatMap((family) => [1, 2, 3, 4, 5, 10].map((k) => `${family}@${k}`)), 'MAP'];

/** @param judgedEach judged documents a question */
export function madeUpLab(questions: number, lists: number, depth: number, judgedEach = 4): MadeUp {
  const random = numbers();
  const docs = Array.from({ length: DOCS }, (_, i) => docId(`doc-${((i * 7919) % DOCS).toString(36)}`));
  const places = Array.from({ length: lists }, () =>
    Array.from({ length: questions }, (_, q) => listOf(random, q, depth)),
  );
  const judged = Array.from({ length: questions }, (_, q) =>
    Array.from({ length: judgedEach }, (_, i): [number, number] => [docAt(q, i * 3), 1 + (i % 3)]),
  );
  const rankings = places.map((rows) => rows.map((row) => row.map(({ doc, score }) => ({ id: docs[doc]!, score }))));
  const score = rankingScorer(MEASURES.map(measureOf), { maxGrade: 3 });
  const systems = rankings.map((rows, list) => {
    const values = Object.fromEntries(MEASURES.map((text) => [text, new Float64Array(questions)]));
    rows.forEach((ranking, q) => {
      const grades = new Map(judged[q]!.map(([doc, grade]) => [docs[doc]!, grade]));
      score(judge(ranking, grades)).forEach((value, m) => (values[MEASURES[m]!]![q] = value));
    });
    return { id: `list ${list}`, values };
  });
  const input: LabInput = {
    docs,
    questions: judged.map((own, q) => ({ id: queryId(`q${q}`), text: `question ${q}`, judged: own, needs: null })),
    lists: places.map((rows, list) => ({ id: `list ${list}`, rankings: packRankings(rows) })),
    systems,
    measures: MEASURES,
    depth,
    relevance: 1,
    missing: 'zero',
    maxGrade: 3,
  };
  return { input, rankings };
}

const docAt = (question: number, i: number): number => (question * 131 + i * 17) % DOCS;

function listOf(random: () => number, question: number, depth: number): { doc: number; score: number }[] {
  const drawn = Array.from({ length: FOUND }, (_, i) => ({ doc: docAt(question, i), key: random() + i / FOUND }));
  return drawn
    .sort((a, b) => a.key - b.key)
    .slice(0, depth)
    .map(({ doc }, place) => ({ doc, score: 20 / (1 + place / 10) + random() / 10 }))
    .sort((a, b) => b.score - a.score);
}

/** The same in every run of the benchmark: a linear congruential generator (Numerical Recipes). */
function numbers(): () => number {
  let state = 1;
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
}
