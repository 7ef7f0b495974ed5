import { describe, expect, it } from 'vitest';
import { markByKey, valueAxis } from '../../../../../src/ui/shared/charts/plot';

describe('an axis of values', () => {
  it('is that of the measure where it has one', () => {
    const { domain, ticks, text } = valueAxis([0, 1], [5]);
    expect([domain, ticks.map(text)]).toEqual([
      [0, 1],
      ['0.0', '0.2', '0.4', '0.6', '0.8', '1.0'],
    ]);
  });

  it('else contains 0 and all values, and ends at round numbers', () => {
    expect(valueAxis(null, [3.2, 8.7, NaN]).domain).toEqual([0, 10]);
    expect(valueAxis(null, [-3.2, -1]).domain).toEqual([-3.5, 0]);
    expect(valueAxis(null, [NaN]).domain).toEqual([0, 1]);
  });
});

describe('arrow keys', () => {
  const marks = [
    { x: 0, y: 0 },
    { x: 1, y: 0 },
    { x: 2, y: 0.2 },
    { x: 0, y: 1 },
    { x: 1, y: 1 },
  ].map((at) => ({ ...at, label: '' }));

  it('lead to the closest mark in their direction', () => {
    expect(markByKey(marks, 0, 'ArrowRight')).toBe(1);
    expect(markByKey(marks, 1, 'ArrowRight')).toBe(2);
    expect(markByKey(marks, 1, 'ArrowDown')).toBe(4);
    expect(markByKey(marks, 4, 'ArrowLeft')).toBe(3);
    expect(markByKey(marks, 3, 'ArrowUp')).toBe(0);
  });

  it('stay at the end, and other keys lead nowhere', () => {
    expect(markByKey(marks, 0, 'ArrowLeft')).toBe(0);
    expect(markByKey(marks, 0, 'Tab')).toBeNull();
    expect(markByKey([], 0, 'ArrowLeft')).toBeNull();
  });
});
