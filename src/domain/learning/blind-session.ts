import type { BlindComparison, BlindList } from './blind-comparison';
import { type BlindFigures, BlindStanding } from './blind-standing';
import type { LearningList, WeightLearning } from './weight-learning';
import { type WeightFigures, WeightStanding } from './weight-standing';

/** A session in which a person marks lists blind: systems are compared, or weights learned. */
export type BlindSession = BlindComparison | WeightLearning;
export type SessionList = BlindList | LearningList;
export type SessionFigures = BlindFigures | WeightFigures;

export const isLearning = (session: BlindSession): session is WeightLearning => session.method === 'plackett-luce';

const isDrawn = (list: SessionList): list is LearningList => list.list.method === 'plackett-luce';

/** What the lists of a session show so far. */
export type SessionStanding = BlindStanding | WeightStanding;

/** @throws {RangeError} for a list of another kind of session, and as the standing does */
export function addList(standing: SessionStanding, list: SessionList): void {
  if (standing instanceof WeightStanding && isDrawn(list)) standing.add(list);
  else if (standing instanceof BlindStanding && !isDrawn(list)) standing.add(list);
  else throw new RangeError('a list of another kind of session');
}

export const standingOf = (session: BlindSession): SessionStanding =>
  isLearning(session) ? new WeightStanding(session) : new BlindStanding(session);
