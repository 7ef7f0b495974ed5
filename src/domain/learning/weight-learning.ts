import type { ExperimentSpec, SystemSpec } from '../experiment/experiment';
import type { NormSpec } from '../fusion/method';
import type { RetrieverSpec } from '../retrieval/retriever-spec';
import type { BlindFigures } from './blind-standing';
import { type DrawnList, steppedWeights } from './pdgd';
import type { MarkedSessionList, SessionRecord } from './session-record';

/** Weights of several lists that are learned from marks. It is fixed before the first list. */
export interface WeightLearning extends SessionRecord {
  readonly spec: ExperimentSpec;
  readonly method: 'plackett-luce';
  readonly norm: NormSpec;
  readonly names: readonly string[];
  readonly start: readonly number[];
  readonly rate: number;
}

export type LearningList = MarkedSessionList<DrawnList>;

export interface LearningFeature {
  readonly name: string;
  readonly retriever: RetrieverSpec;
}

/** All weights at first. Twice as much leaves less to chance, and learns a third as fast; see `docs/learning.md`. */
const TOTAL = 10;
export const LEARNING_RATE = 1;

export const firstWeights = (lists: number): number[] => Array.from({ length: lists }, () => TOTAL / lists);

interface LearningRequest extends Omit<SessionRecord, 'revealed' | 'kept'> {
  readonly spec: Omit<ExperimentSpec, 'systems'>;
  readonly chunker?: SystemSpec['chunker'] | undefined;
  readonly features: readonly LearningFeature[];
  readonly norm: NormSpec;
}

/** All lists weigh the same at first. @throws {RangeError} for less than two lists, or two of one name */
export function weightLearning({ features, norm, spec, chunker, ...rest }: LearningRequest): WeightLearning {
  const names = features.map(({ name }) => name);
  if (names.length < 2 || new Set(names).size < names.length) throw new RangeError('two or more lists, each once');
  const start = firstWeights(names.length);
  const system: SystemSpec = {
    id: names.join(' + '),
    ...(chunker ? { chunker } : {}),
    retrievers: features.map(({ retriever }) => retriever),
    fusion: { method: 'wsum', norm, absent: 'zero', weights: [...start] },
    learned: null,
    rerank: null,
    threshold: null,
  };
  return {
    ...rest,
    spec: { ...spec, systems: [system] },
    method: 'plackett-luce',
    norm,
    names,
    start,
    rate: LEARNING_RATE,
    revealed: null,
  };
}

export const learningSystem = ({ spec }: Pick<WeightLearning, 'spec'>): SystemSpec => spec.systems[0]!;

/** Digits of a weight in the resulting system: its share of all is read by people, and is what it says. */
const DIGITS = 4;

/** The weighted sum with the learned weights, adding to 1; null where all are 0. */
export function learnedSystem(learning: WeightLearning, weights: readonly number[]): SystemSpec | null {
  const shares = weightShares(weights);
  const system = learningSystem(learning);
  if (!shares || system.fusion?.method !== 'wsum') return null;
  const rounded = shares.map((each) => Number(each.toFixed(DIGITS)));
  return { ...system, id: `${system.id}, learned blind`, fusion: { ...system.fusion, weights: rounded } };
}

export function weightShares(weights: readonly number[]): number[] | null {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return total > 0 ? weights.map((weight) => weight / total) : null;
}

export interface WeightFigures extends Pick<BlindFigures, 'lists' | 'abandoned' | 'passedOver' | 'marks'> {
  readonly kind: 'weights';
  readonly weights: readonly number[];
  /** Share of the weight that went from one list to another since the first list, from 0 to 1; NaN where all are 0. */
  readonly moved: number;
  /** Of the first half of the lists alone, rounded up: weights that settle move less after it. */
  readonly movedByHalf: number;
}

/** The last digits of an exponential differ between browsers. */
const SAME = 1e-9;

export class WeightStanding {
  readonly #learning: WeightLearning;
  readonly #path: (readonly number[])[];
  #abandoned = 0;
  #passedOver = 0;
  #marks = 0;

  constructor(learning: WeightLearning) {
    this.#learning = learning;
    this.#path = [learning.start];
  }

  readonly canGoOn = true;

  get weights(): readonly number[] {
    return this.#path.at(-1)!;
  }

  /** @throws {RangeError} for a list that is not done, or was drawn by other weights than those before it made */
  add({ list, marks, doneAt }: Pick<LearningList, 'list' | 'marks' | 'doneAt'>): void {
    if (doneAt === null) throw new RangeError('a list that is not done');
    if (!list.weights.every((weight, i) => Math.abs(weight - this.weights[i]!) <= SAME))
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
