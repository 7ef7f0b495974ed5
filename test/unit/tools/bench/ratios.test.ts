import MiniSearch from 'minisearch';
import { describe, expect, it } from 'vitest';
import { createPostings } from '../../../../src/adapters/lexical/postings-index';
import { fuse } from '../../../../src/domain/fusion/fuse';
import { firstSetting, fusionOf } from '../../../../src/domain/fusion/method-settings';
import { truncated } from '../../../../src/domain/fusion/truncated';
import { FusionLab } from '../../../../src/domain/lab/lab';
import { judge } from '../../../../src/domain/measures/judge';
import { measureOf } from '../../../../src/domain/measures/parse';
import { rankingScorer } from '../../../../src/domain/measures/score';
import { DEFAULT_SCORERS } from '../../../../src/domain/retrieval/lexical/scorers';
import { TopK } from '../../../../src/domain/retrieval/top-k';
import { Random } from '../../../../src/domain/statistics/random';
import { DEFAULT_ANALYZER } from '../../../../src/domain/text/analyzer-spec';
import { cjkBigram } from '../../../../src/domain/text/cjk-bigram';
import { madeUpLab, MEASURES } from '../../../bench/fusion-lab-data';

/**
 * How many times as fast as the plain way. Both are measured in turn and the best of each counts, so that a machine that
 * is busy slows both. Limits are half of what a quiet machine gives or less: they catch what doubles a time.
 */
function ratio(fast: () => unknown, plain: () => unknown, turns: number): number {
  const time = (work: () => unknown): number => {
    const began = performance.now();
    work();
    return performance.now() - began;
  };
  let [ours, other] = [Infinity, Infinity];
  for (let turn = 0; turn < turns; turn++) {
    // Often, since what is fast is compiled late.
    for (let again = 0; again < 30; again++) ours = Math.min(ours, time(fast));
    other = Math.min(other, time(plain));
  }
  return other / ours;
}

const [DEPTH, PASSAGES, WORDS] = [100, 4000, 20_000];

/** As common as in natural text: word r of Zipf's law is 1 / r as frequent as the first. */
function textsOf(length: number, count: number, seed: number): string[] {
  const random = new Random(seed);
  const drawn = new Uint32Array(length);
  return Array.from({ length: count }, () => {
    random.fill(drawn);
    return Array.from(drawn, (word) => `w${Math.floor((WORDS + 1) ** (word / 2 ** 32)) - 1}`).join(' ');
  });
}

describe('fast paths beside the plain ways', () => {
  it('words are looked up at least 60 times as fast as by MiniSearch itself', () => {
    const [texts, questions] = [textsOf(60, PASSAGES, 1), textsOf(12, 10, 2)];
    const index = createPostings(cjkBigram);
    index.add(texts);
    const search = index.searcher({
      kind: 'lexical',
      analyzer: DEFAULT_ANALYZER,
      scorer: DEFAULT_SCORERS['bm25-lucene'],
      question: { kind: 'as-asked' },
    });
    const plain = new MiniSearch({ fields: ['text'], tokenize: cjkBigram, processTerm: (term: string) => term });
    plain.addAll(texts.map((text, id) => ({ id, text })));
    const times = ratio(
      () => questions.map((question) => search(question, DEPTH)),
      () => questions.map((question) => plain.search(question).slice(0, DEPTH)),
      7,
    );
    expect(times).toBeGreaterThan(60);
  });

  it('a slider answers at least 6 times as fast as fusing, scoring and comparing anew', () => {
    const { input, rankings } = madeUpLab(300, 3, DEPTH);
    const grades = input.questions.map(
      ({ judged }) => new Map(judged.map(([doc, grade]) => [input.docs[doc]!, grade])),
    );
    const lab = new FusionLab(input);
    const score = rankingScorer(MEASURES.map(measureOf), { maxGrade: 3 });
    let moves = 0;
    const setting = () => ({ ...firstSetting(3), weights: [(moves++ % 20) / 20, 0.3, 0.7] });
    const plain = (): number[][] => {
      const spec = fusionOf(setting());
      return grades.map((judged, q) => {
        const lists = rankings.map((rows) => rows[q]!);
        return [...score(judge(truncated(fuse(lists, spec), DEPTH), judged))];
      });
    };
    const times = ratio(() => lab.read({ setting: setting(), baseline: 'list 0', measure: 'nDCG@10' }), plain, 9);
    expect(times).toBeGreaterThan(6);
  });

  it('the best 100 of 100,000 scores are kept at least 40 times as fast as by sorting objects', () => {
    const random = new Random(3);
    const drawn = new Uint32Array(100_000);
    random.fill(drawn);
    const times = ratio(
      () => {
        const heap = new TopK(DEPTH);
        for (let i = 0; i < drawn.length; i++) heap.offer(i, drawn[i]!);
        return heap.drain();
      },
      () => Array.from(drawn, (score, doc) => ({ doc, score })).sort((a, b) => b.score - a.score),
      9,
    );
    expect(times).toBeGreaterThan(40);
  });
});
