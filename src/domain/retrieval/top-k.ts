export interface ScoredDoc {
  readonly doc: number;
  readonly score: number;
}

/** By score descending, then position ascending: a bounded heap with the worst kept entry on top. */
export class TopK {
  private readonly positions: Uint32Array;
  private readonly scores: Float64Array;
  private count = 0;

  constructor(private readonly size: number) {
    this.positions = new Uint32Array(size);
    this.scores = new Float64Array(size);
  }

  offer(position: number, score: number): void {
    if (this.count < this.size) {
      this.positions[this.count] = position;
      this.scores[this.count] = score;
      this.siftUp(this.count++);
    } else if (this.size > 0 && this.beatsWorst(position, score)) {
      this.positions[0] = position;
      this.scores[0] = score;
      this.siftDown(0);
    }
  }

  /** A score at or below this is not kept at a later position: a loop that offers positions in order may skip it. */
  get floor(): number {
    return this.size === 0 ? Infinity : this.count < this.size ? -Infinity : this.scores[0]!;
  }

  drain(): ScoredDoc[] {
    const hits = Array.from({ length: this.count }, (_, i) => ({ doc: this.positions[i]!, score: this.scores[i]! }));
    this.count = 0;
    return hits.sort((a, b) => b.score - a.score || a.doc - b.doc);
  }

  private beatsWorst(position: number, score: number): boolean {
    const worst = this.scores[0]!;
    return score > worst || (score === worst && position < this.positions[0]!);
  }

  private worse(a: number, b: number): boolean {
    const difference = this.scores[a]! - this.scores[b]!;
    return difference < 0 || (difference === 0 && this.positions[a]! > this.positions[b]!);
  }

  private swap(a: number, b: number): void {
    const position = this.positions[a]!;
    const score = this.scores[a]!;
    this.positions[a] = this.positions[b]!;
    this.scores[a] = this.scores[b]!;
    this.positions[b] = position;
    this.scores[b] = score;
  }

  private siftUp(at: number): void {
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.worse(at, parent)) return;
      this.swap(at, parent);
      at = parent;
    }
  }

  private siftDown(at: number): void {
    for (;;) {
      const left = 2 * at + 1;
      if (left >= this.count) return;
      const right = left + 1;
      const child = right < this.count && this.worse(right, left) ? right : left;
      if (!this.worse(child, at)) return;
      this.swap(at, child);
      at = child;
    }
  }
}
