import type { Doc, Heading } from '../../base/types';

/** The headings that places of a document stand under, for many places of one document. */
export class HeadingPaths {
  private readonly headings: readonly Heading[];
  /** Position of the heading that each one stands under; -1 where it stands under none. */
  private readonly above: Int32Array;

  constructor({ outline }: Pick<Doc, 'outline'>) {
    this.headings = outline?.headings ?? [];
    this.above = new Int32Array(this.headings.length);
    this.headings.forEach(({ level }, i) => {
      let above = i - 1;
      while (above >= 0 && this.headings[above]!.level >= level) above = this.above[above]!;
      this.above[i] = above;
    });
  }

  /** The headings that a place stands under, the highest first. */
  at(place: number): string[] {
    let [low, high] = [0, this.headings.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.headings[middle]!.start <= place) low = middle + 1;
      else high = middle;
    }
    const path: string[] = [];
    for (let i = low - 1; i >= 0; i = this.above[i]!) path.push(this.headings[i]!.text);
    return path.reverse();
  }
}
