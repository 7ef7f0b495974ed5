import { describe, expect, it } from 'vitest';
import { rowWindow } from '../../../../../src/ui/shared/panes/panes';

describe('rowWindow', () => {
  it('has the visible rows and some around them', () => {
    expect(rowWindow(5000, 50, 100, 500, 2)).toEqual({ first: 0, end: 10 });
    expect(rowWindow(5000, 50, -1000, 500, 2)).toEqual({ first: 18, end: 32 });
    expect(rowWindow(5000, 50, -250_000, 500, 2)).toEqual({ first: 4998, end: 5000 });
  });

  it('has the first rows before their height is known, and none of an empty list', () => {
    expect(rowWindow(5000, 0, 0, 500)).toEqual({ first: 0, end: 16 });
    expect(rowWindow(0, 50, 0, 500)).toEqual({ first: 0, end: 0 });
  });
});
