import type { SystemSpec } from '../experiment/experiment';
import type { Interval } from '../statistics/types';
import type { BlindComparison } from './blind-comparison';
import { type BlindSession, isLearning, type SessionFigures } from './blind-session';
import { type BlindFigures, preferredSystem } from './blind-standing';
import type { BlindEvidence } from './kept-system';
import { learnedSystem } from './weight-learning';

interface Found {
  /** As it was compared, or with the weights as learned. */
  readonly system: SystemSpec;
  readonly evidence: BlindEvidence;
}

/**
 * The system that a session found, with what it showed of it; null where it found none: nothing is decided, both are as
 * good, or no mark moved a weight.
 */
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
  if (figures.kind === 'elimination') {
    // Of those that left last, one left against the system that remains: evidence for one of two is against the other.
    const last = figures.left.findLast(({ comparison: { better } }) => better === id);
    if (!last) return null;
    const { arm: over, comparison: against } = last;
    const { mean, interval } = against;
    const of = comparison.spec.systems.length;
    return { system, evidence: { kind: 'remained', lists, marks, of, over, mean, interval } };
  }
  const over = comparison.spec.systems.find((each) => each.id !== id)!.id;
  const isFirst = figures.state === 'first';
  const mean = isFirst ? figures.mean : -figures.mean;
  const interval = isFirst ? figures.interval : turned(figures.interval);
  return { system, evidence: { kind: 'preferred', lists, marks, over, mean, interval } };
}

const turned = (interval: Interval | null): Interval | null => interval && [-interval[1], -interval[0]];
