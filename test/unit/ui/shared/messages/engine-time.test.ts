import { expect, it } from 'vitest';
import type { Latency } from '../../../../../src/domain/report/report';
import { recommendedTime, sourcedText } from '../../../../../src/ui/shared/messages/latency';

const ofEngine: Latency = {
  medianMilliseconds: 316,
  p95Milliseconds: 421,
  questions: 14,
  devices: [],
  threads: 1,
  indexBytes: null,
  downloadBytes: 0,
  source: 'took',
};

it('says what an engine says of itself, marked, where nothing else is known', () => {
  expect([sourcedText('7 ms', 'took'), sourcedText('7 ms', undefined)]).toEqual(['7 ms (took)', '7 ms']);
  expect(recommendedTime(null, ofEngine)).toBe('316 ms (took)');
  expect([recommendedTime(12, ofEngine), recommendedTime(null, undefined)]).toEqual(['12 ms', 'Unknown']);
});
