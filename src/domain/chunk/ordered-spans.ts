import { firstWhere } from '../../base/containers';
import type { Span } from '../../base/types';

/** The spans of one document, so ordered that those at a place are found without reading them all. */
export class OrderedSpans<T extends Span> {
  private readonly spans: readonly T[];
  /** The farthest end of the first `i + 1` spans: unlike ends it never falls. */
  private readonly reach: Float64Array;

  constructor(spans: readonly T[]) {
    this.spans = [...spans].sort((a, b) => a.start - b.start || a.end - b.end);
    this.reach = new Float64Array(spans.length);
    this.spans.forEach(({ end }, i) => (this.reach[i] = Math.max(end, this.reach[i - 1] ?? -Infinity)));
  }

  /** Those that have a character in common with a place, in the order of the text. */
  at({ start, end }: Span): T[] {
    const from = firstWhere(this.spans.length, (i) => this.reach[i]! > start);
    const to = firstWhere(this.spans.length, (i) => this.spans[i]!.start >= end);
    return this.spans.slice(from, to).filter((span) => span.end > start);
  }
}
