import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CAUSES, type PassageFacts, type RetrieverFacts, type StepFacts } from '../../src/domain/diagnosis/cause';
import { diagnose, lossesOf } from '../../src/domain/diagnosis/diagnose';
import { missedTargets, ranksOf, recallTargets } from '../../src/domain/diagnosis/recall-targets';
import { judge } from '../../src/domain/measures/judge';
import { measureOf } from '../../src/domain/measures/parse';
import { rankingScorer } from '../../src/domain/measures/score';
import { grades, hits, needs } from './arbitraries';

const rank = fc.option(fc.integer({ min: 1, max: 12 }));
const known = fc.option(fc.boolean());

const retriever: fc.Arbitrary<RetrieverFacts> = fc.record({
  kind: fc.constantFrom('words', 'vectors', 'run'),
  rank,
  words: fc.option(fc.nat(2)),
  truncated: known,
});

const step: fc.Arbitrary<StepFacts> = fc.record({
  part: fc.constantFrom('fusion', 'boost', 'rerank', 'threshold'),
  joins: fc.boolean(),
  before: rank,
  after: rank,
  reads: fc.option(fc.integer({ min: 1, max: 8 })),
  truncated: known,
});

const facts: fc.Arbitrary<PassageFacts> = fc.record({
  searched: fc.constantFrom('yes', 'yes', 'yes', 'missing', 'chunked-apart', 'filtered'),
  shared: fc.option(fc.record({ written: fc.nat(2), stems: fc.nat(2) })),
  retrievers: fc.array(retriever, { maxLength: 3 }),
  steps: fc.array(step, { maxLength: 3 }),
  rank,
});

it('losses by cause sum to 1 − recall@k, with relevant passages and with needs', () => {
  const k = fc.integer({ min: 1, max: 6 });
  const input = fc.tuple(hits, grades, fc.option(needs, { nil: undefined }), k, fc.integer({ min: 1, max: 2 }));
  fc.assert(
    fc.property(input, fc.array(facts, { minLength: 1, maxLength: 4 }), ([ranking, judged, own, cut, at], pool) => {
      const targets = recallTargets(judged, own, at);
      fc.pre(targets.length > 0);
      const missed = missedTargets(targets, ranksOf(ranking), cut);
      let next = 0;
      const factsOf = (): PassageFacts => pool[next++ % pool.length]!;
      const losses = lossesOf(
        missed.map((each) => diagnose(each, factsOf, cut, 'missing')),
        targets.length,
      );
      const score = rankingScorer([measureOf(`Recall@${cut}`)], { relevance: at, missing: 'zero', maxGrade: 3 });
      const [recall] = score(judge(ranking, judged, own));
      const sum = CAUSES.reduce((total, cause) => total + losses[cause], 0);
      expect(sum).toBeCloseTo(1 - recall!, 12);
    }),
    { numRuns: 500 },
  );
});
