import { expect, it } from 'vitest';
import { questionTimes } from '../../../../src/domain/report/question-times';
import { latencyOf } from '../../ui/result';

const timings = {
  indexMilliseconds: 900,
  queryMedianMilliseconds: 0.5,
  queryP95Milliseconds: 1,
  totalMilliseconds: 950,
};
const [timed, batched] = [{ timings, latency: latencyOf(7) }, { timings }];
const ofEngine = { timings: null, latency: { ...latencyOf(40), source: 'took' as const } };
const bare = { timings: null };

it.each([
  ['all were timed', [timed, timed], 'latency', [7, 7]],
  ['one could not be timed: it has no time, and not that of its batches', [timed, batched], 'latency', [7, null]],
  ['none was timed', [batched, bare], 'batches', [0.5, null]],
  ['none was timed here', [batched, ofEngine], 'batches', [0.5, null]],
  ['none ran here', [ofEngine, bare], 'latency', [40, null]],
  ['there are no times', [bare], 'none', [null]],
])('times are of one kind where %s', (_, systems, kind, expected) => {
  const times = questionTimes(systems);
  expect([times.kind, systems.map(times.of)]).toEqual([kind, expected]);
});
