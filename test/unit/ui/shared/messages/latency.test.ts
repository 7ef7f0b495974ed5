import { expect, it } from 'vitest';
import {
  recommendedTime,
  sourcedText,
  deviceText,
  latencyNote,
  latencyTitle,
} from '../../../../../src/ui/shared/messages/latency';
import { latencyOf } from '../../result';

const latency = latencyOf(316, { devices: ['wasm'], threads: 2, indexBytes: 884_852, downloadBytes: 15_892_327 });
const ofEngine = latencyOf(316, { source: 'took' });

it('says what an engine says of itself, marked, where nothing else is known', () => {
  expect([sourcedText('7 ms', 'took'), sourcedText('7 ms', undefined)]).toEqual(['7 ms (took)', '7 ms']);
  expect(recommendedTime(null, ofEngine)).toBe('316 ms (took)');
  expect(recommendedTime(12, ofEngine)).toBe('12 ms');
  expect([recommendedTime(12, undefined), recommendedTime(null, undefined)]).toEqual(['12 ms in batches', 'Unknown']);
});

it('says how a latency was measured', () => {
  expect(latencyTitle(latency)).toBe(
    'Median of 14 questions asked one at a time; 95th percentile 421 ms; WASM with threads, 2 threads',
  );
  expect(latencyTitle({ ...latency, devices: [], threads: 1 })).toMatch(/; without a model$/);
  expect(deviceText([latency, { ...latency, questions: 30 }])).toBe('14 to 30 questions, models on WASM with threads');
  expect(deviceText([{ ...latency, devices: [] }])).toBe('14 questions');
  expect(deviceText([latency, { ...latency, devices: ['wasm', 'wasm-single'] }])).toBe('14 questions, models on WASM');
});

it('tells what an engine says of itself from what is measured here', () => {
  expect(latencyTitle(ofEngine)).toBe(
    'Median of 14 questions as its engine gives it (“took” of its responses), not measured here; 95th percentile 421 ms',
  );
  expect(latencyNote([latency, ofEngine], 'Latency')).toBe(
    'Latency: 14 questions, models on WASM with threads. 1 external run has the time that the engine gives (“took” of its responses): it was taken on its machine, and is not measured here.',
  );
  expect(latencyNote([ofEngine], 'Latency')).toMatch(/^1 external run has/);
  expect(latencyNote([latency], 'Latency')).toBe('Latency: 14 questions, models on WASM with threads.');
});
