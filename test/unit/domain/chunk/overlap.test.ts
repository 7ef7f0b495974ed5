import { expect, it } from 'vitest';
import { VisibleText, SAME_PLACE } from '../../../../src/domain/chunk/overlap';

const text = 'abcd  efgh\n\nijkl';
const ink = new VisibleText(text);
const span = (start: number, end: number) => ({ start, end });

it('white space counts nothing', () => {
  expect(ink.of(span(0, 16))).toBe(12);
  expect(ink.of(span(4, 6))).toBe(0);
  expect(ink.of(span(3, 7))).toBe(2);
});

it('a span may reach beyond the text', () => {
  expect(ink.of(span(-5, 4))).toBe(4);
  expect(ink.of(span(12, 99))).toBe(4);
  expect(ink.of(span(99, 120))).toBe(0);
});

it('two spans share their part of the shorter one, so that one within the other shares all', () => {
  expect(ink.overlap(span(0, 16), span(6, 8))).toBe(1);
  expect(ink.overlap(span(6, 8), span(0, 16))).toBe(1);
  // Two of four characters; of the longer one it would be a quarter, of both together a fifth.
  expect(ink.overlap(span(0, 8), span(6, 12))).toBe(0.5);
  expect(ink.overlap(span(0, 4), span(6, 10))).toBe(0);
});

it('white space at the ends of a span changes nothing', () => {
  expect(ink.overlap(span(0, 6), span(0, 2))).toBe(ink.overlap(span(0, 4), span(0, 2)));
  expect(ink.overlap(span(0, 6), span(4, 8))).toBe(0);
});

it('half of the shorter one is the same place', () => {
  expect(SAME_PLACE).toBe(0.5);
});
