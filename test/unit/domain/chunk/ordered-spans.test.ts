import { describe, expect, it } from 'vitest';
import { OrderedSpans } from '../../../../src/domain/chunk/chunked-truth';

const span = (start: number, end: number) => ({ start, end });

describe('spans in order', () => {
  it('are found at a place, in the order of the text, whatever order they came in', () => {
    const spans = new OrderedSpans([span(20, 30), span(0, 10), span(8, 22)]);
    expect(spans.at(span(9, 21))).toEqual([span(0, 10), span(8, 22), span(20, 30)]);
    expect(spans.at(span(22, 25))).toEqual([span(20, 30)]);
    expect(spans.at(span(30, 40))).toEqual([]);
  });

  it('are not at a place that they only touch, and nothing is at an empty one between them', () => {
    const spans = new OrderedSpans([span(0, 10), span(10, 20)]);
    expect(spans.at(span(10, 12))).toEqual([span(10, 20)]);
    expect(spans.at(span(10, 10))).toEqual([]);
    expect(new OrderedSpans([]).at(span(0, 5))).toEqual([]);
  });

  it('are found where a long one begins far before the place, and shorter ones end in between', () => {
    const spans = new OrderedSpans([span(0, 100), span(1, 2), span(3, 4), span(90, 95)]);
    expect(spans.at(span(50, 60))).toEqual([span(0, 100)]);
    expect(spans.at(span(94, 96))).toEqual([span(0, 100), span(90, 95)]);
  });
});
