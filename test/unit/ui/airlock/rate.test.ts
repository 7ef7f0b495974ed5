import { describe, expect, it } from 'vitest';
import { Rate } from '../../../../src/ui/airlock/airlock-state.svelte';

describe('Rate', () => {
  it('tells none before a second was seen', () => {
    const rate = new Rate();
    expect(rate.add(0, 0)).toBeNull();
    expect(rate.add(900, 500)).toBeNull();
    expect(rate.add(1000, 1000)).toBe(1000);
  });

  it('is of the last five seconds, not of the whole download', () => {
    const rate = new Rate();
    for (let second = 0; second <= 10; second++) rate.add(second * 1000, second * 1000);
    let last: number | null = null;
    for (let second = 11; second <= 16; second++) last = rate.add(second * 1000, 10_000);
    expect(last).toBe(0);
  });

  it('counts nothing of what was there before, and begins anew with a file that does', () => {
    const rate = new Rate();
    rate.add(0, 1_000_000);
    expect(rate.add(2000, 1_000_200)).toBe(100);
    expect(rate.add(3000, 0)).toBeNull();
    expect(rate.add(4000, 500)).toBe(500);
  });
});
