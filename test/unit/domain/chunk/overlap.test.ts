import { expect, it } from 'vitest';
import { VisibleText, SAME_PLACE } from '../../../../src/domain/chunk/spans';

const text = 'abcd  efgh\n\nijkl';
const visible = new VisibleText(text);
const span = (start: number, end: number) => ({ start, end });

it('white space counts nothing', () => {
  expect(visible.of(span(0, 16))).toBe(12);
  expect(visible.of(span(4, 6))).toBe(0);
  expect(visible.of(span(3, 7))).toBe(2);
});

it('a span may reach beyond the text', () => {
  expect(visible.of(span(-5, 4))).toBe(4);
  expect(visible.of(span(12, 99))).toBe(4);
  expect(visible.of(span(99, 120))).toBe(0);
});

it('two spans share their part of the shorter one, so that one within the other shares all', () => {
  expect(visible.overlap(span(0, 16), span(6, 8))).toBe(1);
  expect(visible.overlap(span(6, 8), span(0, 16))).toBe(1);
  // Two of four characters; of the longer one it would be a quarter, of both together a fifth.
  expect(visible.overlap(span(0, 8), span(6, 12))).toBe(0.5);
  expect(visible.overlap(span(0, 4), span(6, 10))).toBe(0);
});

it('white space at the ends of a span changes nothing', () => {
  expect(visible.overlap(span(0, 6), span(0, 2))).toBe(visible.overlap(span(0, 4), span(0, 2)));
  expect(visible.overlap(span(0, 6), span(4, 8))).toBe(0);
});

it('half of the shorter one is the same place', () => {
  expect(SAME_PLACE).toBe(0.5);
});

it('white space to Python alone counts nothing either: the recursive chunker trims it', () => {
  // U+0085 is at 1: with it counted, neither chunk would have half of the judged span.
  const nextLine = new VisibleText('t\u0085\n\n한 and more');
  expect(nextLine.of(span(0, 5))).toBe(2);
  expect(nextLine.overlap(span(0, 1), span(0, 5))).toBe(1);
  expect(nextLine.overlap(span(4, 5), span(0, 5))).toBe(1);
});
