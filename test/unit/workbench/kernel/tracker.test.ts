import { describe, expect, it } from 'vitest';
import { Tracker } from '../../../../src/workbench/kernel/tracker';
import type { RunProgress } from '../../../../src/workbench/kernel/run-types';

function clocked() {
  const reports: RunProgress[] = [];
  const clock = { now: 0 };
  const tracker = new Tracker(
    ['lexical-index', 'fuse'],
    (progress) => reports.push(progress),
    () => clock.now,
  );
  return { reports, clock, tracker, last: () => reports.at(-1)! };
}

describe('progress', () => {
  it('reports counts and the time left at the pace of what was computed, not of what was reused', () => {
    const { tracker, clock, last } = clocked();
    tracker.expect('lexical-index', 100);
    tracker.reused('lexical-index', 60);
    clock.now = 1000;
    tracker.computed('lexical-index', 10);
    expect(last().stages[0]).toMatchObject({ state: 'running', total: 100, done: 70, reused: 60, secondsLeft: 3 });
    expect(last().stages[1]).toMatchObject({ state: 'waiting', secondsLeft: null });
  });

  it('reports seldom enough to leave time for the work', () => {
    const { tracker, reports, clock } = clocked();
    tracker.expect('fuse', 1000);
    const before = reports.length;
    for (let i = 0; i < 1000; i++) {
      clock.now += 1;
      tracker.computed('fuse', 1);
    }
    expect(reports.length - before).toBeLessThanOrEqual(13);
  });

  it('sums the spans of a stage that runs twice, and gives its pace once there is enough of it', () => {
    const { tracker, clock } = clocked();
    for (const items of [30, 70]) {
      tracker.expect('fuse', items);
      clock.now += items * 10;
      tracker.computed('fuse', items);
      tracker.finish('fuse');
      clock.now += 5000;
    }
    expect(tracker.rates()).toEqual({ fuse: 0.01 });
    expect(tracker.counts().find(({ stage }) => stage === 'fuse')).toMatchObject({ computed: 100, reused: 0 });
  });

  it('refuses a stage that was not planned', () => {
    expect(() => clocked().tracker.expect('rerank', 1)).toThrow(/rerank/);
  });
});
