import { firstWhere } from '../../base/containers';

/** Offsets in UTF-16 units of one text as offsets in code points: what Python counts as characters. */
export class CodePoints {
  /** Where the second unit of each surrogate pair stands. */
  private readonly seconds: readonly number[];

  constructor(text: string) {
    this.seconds = Array.from(text.matchAll(/[\ud800-\udbff][\udc00-\udfff]/g), ({ index }) => index + 1);
  }

  /** Code points before an offset; one within a pair counts as behind it. */
  before(offset: number): number {
    return offset - firstWhere(this.seconds.length, (i) => this.seconds[i]! >= offset);
  }
}
