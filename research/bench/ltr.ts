/**
 * Trains LambdaMART on 225 questions of 300 candidates with 10 features, in a process of its own: once as Hitrate does,
 * once as one writes it first. `research/bench.mjs` bundles it and runs it both ways.
 *
 *     ltr.js hitrate|naive TREES
 */
import { type CandidateMatrix } from '../../src/domain/ltr/matrix';
import { applyModel } from '../../src/domain/ltr/model';
import { DEFAULT_OPTIONS } from '../../src/domain/ltr/learned-spec';
import { trainLambdaMart } from '../../src/domain/ltr/lambda-mart';
import { finish } from '../../src/domain/ltr/training';
import { candidateNdcg } from '../../src/domain/ltr/gain';
import { docId, queryId } from '../../src/base/types';
import { naiveLambdaMart } from './ltr-naive';
import { peakMegabytes } from './peak-memory';

const QUESTIONS = 225;
const CANDIDATES = 300;
const FEATURES = 10;

/** The same in every run of the benchmark: a linear congruential generator (Numerical Recipes). */
function numbers(): () => number {
  let state = 1;
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
}

/** Candidates of which about one in thirty is relevant, the likelier the higher its first features are. */
function candidates(): CandidateMatrix {
  const random = numbers();
  const rows = QUESTIONS * CANDIDATES;
  const values = Float64Array.from({ length: rows * FEATURES }, random);
  const labels = Float64Array.from({ length: rows }, (_, row) => {
    const [a, b, c] = [0, 1, 2].map((f) => values[row * FEATURES + f]!);
    return a! * b! + 0.3 * c! + 0.3 * random() > 1.15 ? 1 : 0;
  });
  return {
    names: Array.from({ length: FEATURES }, (_, f) => `f${f}`),
    values,
    offsets: Int32Array.from({ length: QUESTIONS + 1 }, (_, q) => q * CANDIDATES),
    questions: Array.from({ length: QUESTIONS }, (_, q) => queryId(`q${q}`)),
    docs: Array.from({ length: rows }, (_, row) => docId(`d${row}`)),
    labels,
  };
}

const data = candidates();
const options = { ...DEFAULT_OPTIONS['lambda-mart'], rounds: Number(process.argv[3]) };
const began = performance.now();
const scores =
  process.argv[2] === 'naive'
    ? naiveLambdaMart(data, options)
    : applyModel(finish(trainLambdaMart(data, options)).model, data);
const milliseconds = performance.now() - began;
const ndcg = candidateNdcg(data, 10, 'linear')(scores);
console.log(JSON.stringify({ milliseconds, megabytes: peakMegabytes(), ndcg }));
