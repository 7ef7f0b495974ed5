import { bench, describe } from 'vitest';
import { fuse } from '../../src/domain/fusion/fuse';
import { truncated } from '../../src/domain/fusion/fuse';
import { FusionLab } from '../../src/domain/lab/lab';
import { fusionOf, firstSetting } from '../../src/domain/fusion/method-settings';
import { judge } from '../../src/domain/measures/judge';
import { measureOf } from '../../src/domain/measures/parse';
import { rankingScorer } from '../../src/domain/measures/score';
import { compare } from '../../src/domain/statistics/compare';
import { madeUpLab, MEASURES } from './fusion-lab-data';

const QUESTIONS = 1000;
const LISTS = 3;
const DEPTH = 100;
const MEASURE = 'nDCG@10';

const { input, rankings } = madeUpLab(QUESTIONS, LISTS, DEPTH);
const grades = input.questions.map(({ judged }) => new Map(judged.map(([doc, grade]) => [input.docs[doc]!, grade])));
const lab = new FusionLab(input);
const first = firstSetting(LISTS);
const baseline = 'list 0';

/** Another weight each time, as under a hand. */
let moves = 0;
const weights = (): number[] => [(moves++ % 20) / 20, 0.3, 0.7];

describe(`a slider moved: ${QUESTIONS} questions, ${LISTS} lists of ${DEPTH}, ${MEASURES.length} measures`, () => {
  bench('weighted sum: Hitrate (pools kept, watched ranks counted)', () => {
    lab.read({ setting: { ...first, weights: weights() }, baseline, measure: MEASURE });
  });

  bench('reciprocal ranks: Hitrate', () => {
    lab.read({ setting: { ...first, method: 'rrf', weights: weights() }, baseline, measure: MEASURE });
  });

  bench('weighted sum: the engine’s fusion and scoring, then the comparison', () => {
    const spec = fusionOf({ ...first, weights: weights() });
    const score = rankingScorer(MEASURES.map(measureOf), { maxGrade: 3 });
    const values = grades.map((judged, q) =>
      score(
        judge(
          truncated(
            fuse(
              rankings.map((rows) => rows[q]!),
              spec,
            ),
            DEPTH,
          ),
          judged,
        ),
      ),
    );
    const own = Float64Array.from(values, (row) => row[MEASURES.indexOf(MEASURE)]!);
    const other = input.systems[0]!.values[MEASURE]!;
    compare({ measure: MEASURE, systems: ['a', 'b'], values: [own, other], seed: 42, resamples: 10_000 });
  });
});
