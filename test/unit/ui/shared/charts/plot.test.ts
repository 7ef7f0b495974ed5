import { describe, expect, it } from 'vitest';
import { markByKey } from '../../../../../src/ui/shared/charts/plot';

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
