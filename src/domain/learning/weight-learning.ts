import type { ExperimentSpec, SystemSpec } from '../experiment/experiment';
import type { NormSpec } from '../fusion/method';
import type { RetrieverSpec } from '../retrieval/retriever-spec';
import type { DrawnList } from './drawn-list';
import type { MarkedSessionList, SessionRecord } from './session-record';

/**
 * Weights of several lists that are learned from marks by pairwise differentiable gradient descent. It is fixed before the
 * first list.
 */
export interface WeightLearning extends SessionRecord {
  /** With one system: a weighted sum of the lists, with the weights at first. */
  readonly spec: ExperimentSpec;
  readonly method: 'plackett-luce';
  /** By which the scores of each list become comparable. */
  readonly norm: NormSpec;
  /** Of the lists, in the order of the weights. */
  readonly names: readonly string[];
  /** Weights at first. */
  readonly start: readonly number[];
  /** What a gradient is multiplied by. */
  readonly rate: number;
}

export type LearningList = MarkedSessionList<DrawnList>;

/** A retriever whose list has a weight. */
export interface LearningFeature {
  readonly name: string;
  readonly retriever: RetrieverSpec;
}

/**
 * All weights together at first, of scores from 0 to 1: a passage that all lists have first is e¹⁰ times as likely at the
 * first place as one at their end. Twice as much leaves less to chance, and learns about a third as fast; see the table in
 * `docs/learning.md`.
 */
const TOTAL = 10;
export const LEARNING_RATE = 1;

/** Weights at first. */
export const firstWeights = (lists: number): number[] => Array.from({ length: lists }, () => TOTAL / lists);

interface LearningRequest extends Omit<SessionRecord, 'revealed' | 'kept'> {
  readonly spec: Omit<ExperimentSpec, 'systems'>;
  readonly chunker?: SystemSpec['chunker'];
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

/** The system whose weights are learned, as it is at first. */
export const learningSystem = ({ spec }: Pick<WeightLearning, 'spec'>): SystemSpec => spec.systems[0]!;

/** Digits of a weight in the resulting system: its share of all is read by people, and is what it says. */
const DIGITS = 4;

/**
 * The weighted sum with the weights as learned, adding to 1; null where all are 0. Only their ratios order passages: how
 * large they are together says how much a list was left to chance.
 */
export function learnedSystem(learning: WeightLearning, weights: readonly number[]): SystemSpec | null {
  const shares = weightShares(weights);
  const system = learningSystem(learning);
  if (!shares || system.fusion?.method !== 'wsum') return null;
  const rounded = shares.map((each) => Number(each.toFixed(DIGITS)));
  return { ...system, id: `${system.id}, learned blind`, fusion: { ...system.fusion, weights: rounded } };
}

/** What a system with the learned weights is compared with: the same with even weights, and each list alone. */
export function learningBaselines(learning: WeightLearning): SystemSpec[] {
  const system = learningSystem(learning);
  const alone = system.retrievers.map((retriever, i) => ({
    ...system,
    id: learning.names[i]!,
    retrievers: [retriever],
    fusion: null,
  }));
  return [...evenSystem(system), ...alone];
}

/** A weighted sum is the same for weights of the same ratios, and results have it as it was named there. */
function evenSystem(system: SystemSpec): SystemSpec[] {
  const { fusion } = system;
  if (fusion?.method !== 'wsum') return [];
  const share = Number((1 / fusion.weights.length).toFixed(DIGITS));
  return [{ ...system, id: `${system.id}, even`, fusion: { ...fusion, weights: fusion.weights.map(() => share) } }];
}

/** Each weight as a share of all; null where all are 0. */
export function weightShares(weights: readonly number[]): number[] | null {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return total > 0 ? weights.map((weight) => weight / total) : null;
}
