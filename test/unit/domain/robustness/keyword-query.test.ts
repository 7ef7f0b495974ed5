import { expect, it } from 'vitest';
import { asKeywords } from '../../../../src/domain/robustness/keyword-query';

it('the words that say what a question is about, in their order, as they are written', () => {
  expect(asKeywords('What is the pressure of the Boiler’s valve at 10 bar?')).toBe('pressure Boiler’s valve 10 bar');
  expect(asKeywords('台积电的制程为什么领先？')).toBe('台积电 制程 领先');
});

it('a question of function words alone stays', () => {
  expect(asKeywords('What is it?')).toBe('What is it?');
  expect(asKeywords('')).toBe('');
});
