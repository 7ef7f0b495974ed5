import { type LinearTraining, type ScoreLoss, trainLinear } from './linear';
import type { TrainingData } from './matrix';
import type { RankNetOptions } from './options';
import type { TrainingStep } from './training';

/**
 * Trains RankNet with a linear scorer: the loss is the mean, over all pairs of candidates of a question whose grades
 * differ, of ln(1 + exp(s_lower − s_higher)), so every pair counts the same, and a question by its pairs.
 *
 * Burges et al., “Learning to Rank using Gradient Descent”, ICML 2005. See {@link trainLinear} for the rest.
 */
export function trainRankNet(data: TrainingData, options: RankNetOptions): Generator<TrainingStep, LinearTraining> {
  return trainLinear(data, rankNetLoss, options);
}

/** See {@link trainRankNet}. */
export function rankNetLoss({ questions, offsets, labels }: TrainingData): ScoreLoss {
  // Rows by grade, highest first: the partners of a row are those behind its grade.
  const sorted = questions.map((_, q) => {
    const rows = Int32Array.from({ length: offsets[q + 1]! - offsets[q]! }, (_, i) => offsets[q]! + i);
    rows.sort((a, b) => labels[b]! - labels[a]! || a - b);
    return { rows, ends: endsOfGrades(rows, labels) };
  });
  const pairs = sorted.reduce((sum, { rows, ends }) => ends.reduce((of, end) => of + rows.length - end, sum), 0);
  return (scores, slopes) => {
    let loss = 0;
    for (const { rows, ends } of sorted) {
      for (let i = 0; i < rows.length; i++) {
        const higher = rows[i]!;
        const score = scores[higher]!;
        let pull = 0;
        for (let j = ends[i]!; j < rows.length; j++) {
          const lower = rows[j]!;
          const lead = score - scores[lower]!;
          // exp of what is not positive cannot overflow.
          const small = Math.exp(-Math.abs(lead));
          loss += Math.log1p(small) + Math.max(0, -lead);
          const wrong = (lead >= 0 ? small : 1) / (1 + small);
          pull += wrong;
          slopes[lower]! += wrong / pairs;
        }
        slopes[higher]! -= pull / pairs;
      }
    }
    return loss / pairs;
  };
}

/** For each place the first place behind it that has a lower grade. */
function endsOfGrades(rows: Int32Array, labels: Float64Array): Int32Array {
  const ends = new Int32Array(rows.length).fill(rows.length);
  for (let i = rows.length - 2; i >= 0; i--) ends[i] = labels[rows[i]!] === labels[rows[i + 1]!] ? ends[i + 1]! : i + 1;
  return ends;
}
