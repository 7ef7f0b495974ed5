import type { BlindEvidence } from '../../../domain/learning/session-record';
import type { Interval } from '../../../domain/statistics/types';
import { counted, intervalWords, measure, share } from '../format';

const credit = (over: string, mean: number, interval: Interval | null): string =>
  `${measure(mean, 2)} more credit per question than ${over}${interval ? `, 95 % confidence sequence ${intervalWords(interval, 2)}` : ''}.`;

export function evidenceText(evidence: BlindEvidence): string {
  const lists = counted(evidence.lists, 'question');
  switch (evidence.kind) {
    case 'preferred':
      return `Preferred blind on ${lists}: ${credit(evidence.over, evidence.mean, evidence.interval)}`;
    case 'remained':
      return `Remained of ${counted(evidence.of, 'system')} after ${lists}: ${credit(evidence.over, evidence.mean, evidence.interval)}`;
    case 'learned':
      return `Weights learned blind from ${counted(evidence.marks, 'mark')} on ${lists}, which moved ${share(evidence.moved)} of the weight. No interval is known.`;
  }
}
