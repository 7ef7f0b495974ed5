import type { BlindComparison, BlindList } from './blind-comparison';
import { type BlindFigures, BlindStanding, preferredSystem } from './blind-standing';
import {
  learnedSystem,
  type LearningList,
  type WeightFigures,
  type WeightLearning,
  WeightStanding,
} from './weight-learning';
import type { Interval } from '../statistics/types';
import type { KeptSystem } from './session-record';

export type BlindSession = BlindComparison | WeightLearning;
export type SessionList = BlindList | LearningList;
export type SessionFigures = BlindFigures | WeightFigures;

export const isLearning = (session: BlindSession): session is WeightLearning => session.method === 'plackett-luce';

const isDrawn = (list: SessionList): list is LearningList => list.list.method === 'plackett-luce';

export type SessionStanding = BlindStanding | WeightStanding;

/** @throws {RangeError} for a list of another kind of session, and as the standing does */
export function addList(standing: SessionStanding, list: SessionList): void {
  if (standing instanceof WeightStanding && isDrawn(list)) standing.add(list);
  else if (standing instanceof BlindStanding && !isDrawn(list)) standing.add(list);
  else throw new RangeError('a list of another kind of session');
}

export const standingOf = (session: BlindSession): SessionStanding =>
  isLearning(session) ? new WeightStanding(session) : new BlindStanding(session);

type Found = Pick<KeptSystem, 'system' | 'evidence'>;

/** Null where nothing is decided, both are as good, or no mark moved a weight. */
export function foundSystem(session: BlindSession, figures: SessionFigures): Found | null {
  if (!isLearning(session)) return figures.kind === 'weights' ? null : preferred(session, figures);
  if (figures.kind !== 'weights' || figures.marks === 0) return null;
  const system = learnedSystem(session, figures.weights);
  const { lists, marks, moved } = figures;
  return system && { system, evidence: { kind: 'learned', lists, marks, moved } };
}

function preferred(comparison: BlindComparison, figures: BlindFigures): Found | null {
  const id = preferredSystem(figures, comparison);
  const system = comparison.spec.systems.find((each) => each.id === id);
  if (!system) return null;
  const { lists, marks } = figures;
  const over = comparison.spec.systems.find((each) => each.id !== id)!.id;
  const isFirst = figures.state === 'first';
  const mean = isFirst ? figures.mean : -figures.mean;
  const interval = isFirst ? figures.interval : turned(figures.interval);
  return { system, evidence: { kind: 'preferred', lists, marks, over, mean, interval } };
}

const turned = (interval: Interval | null): Interval | null => interval && [-interval[1], -interval[0]];
