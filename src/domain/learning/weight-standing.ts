import { steppedWeights } from './drawn-list';
import { type LearningList, weightShares, type WeightLearning } from './weight-learning';

/** What the lists of a learning have made of the weights. There is no interval: none is known for this method. */
export interface WeightFigures {
  readonly kind: 'weights';
  /** Lists that are done and count. */
  readonly lists: number;
  /** Of these, without a mark. */
  readonly abandoned: number;
  /** Questions for which no list found anything. */
  readonly passedOver: number;
  readonly marks: number;
  /** In the order of the lists. */
  readonly weights: readonly number[];
  /** Share of the weight that went from one list to another since the first list, from 0 to 1; NaN where all are 0. */
  readonly moved: number;
  /** Of the first half of the lists alone, rounded up: weights that settle move less after it. */
  readonly movedByHalf: number;
}

/** Weights along the lists that are done. It is the same for the same lists. */
export class WeightStanding {
  readonly #learning: WeightLearning;
  /** After each list that counts; the first before any. */
  readonly #path: (readonly number[])[];
  #abandoned = 0;
  #passedOver = 0;
  #marks = 0;

  constructor(learning: WeightLearning) {
    this.#learning = learning;
    this.#path = [learning.start];
  }

  /** The weights by which the next list is drawn. */
  get weights(): readonly number[] {
    return this.#path.at(-1)!;
  }

  /** @throws {RangeError} for a list that is not done, or was drawn by other weights than those before it made */
  add({ list, marks, doneAt }: Pick<LearningList, 'list' | 'marks' | 'doneAt'>): void {
    if (doneAt === null) throw new RangeError('a list that is not done');
    if (list.weights.some((weight, i) => weight !== this.weights[i]))
      throw new RangeError('a list that was drawn by other weights');
    if (list.shown.length === 0) {
      this.#passedOver++;
      return;
    }
    this.#path.push(steppedWeights(list, marks, this.#learning.rate));
    this.#marks += marks.length;
    if (marks.length === 0) this.#abandoned++;
  }

  get figures(): WeightFigures {
    const lists = this.#path.length - 1;
    const { start } = this.#learning;
    return {
      kind: 'weights',
      lists,
      abandoned: this.#abandoned,
      passedOver: this.#passedOver,
      marks: this.#marks,
      weights: this.weights,
      moved: movedShare(start, this.weights),
      movedByHalf: movedShare(start, this.#path[Math.ceil(lists / 2)]!),
    };
  }
}

/** Half the sum of what each share changed by: 0 where ratios are the same, 1 where all weight is on other lists. */
export function movedShare(from: readonly number[], to: readonly number[]): number {
  const [before, after] = [weightShares(from), weightShares(to)];
  if (!before || !after) return NaN;
  return before.reduce((sum, share, i) => sum + Math.abs(after[i]! - share), 0) / 2;
}
