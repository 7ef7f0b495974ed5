/** Scored positions of which the highest is taken first: a heap that grows. */
export class BestFirst {
  private readonly positions: number[] = [];
  private readonly scores: number[] = [];

  get size(): number {
    return this.positions.length;
  }

  /** The highest score; −Infinity where there is none. */
  get best(): number {
    return this.scores[0] ?? -Infinity;
  }

  push(position: number, score: number): void {
    const { positions, scores } = this;
    let at = positions.length;
    positions.push(position);
    scores.push(score);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (scores[parent]! >= score) break;
      positions[at] = positions[parent]!;
      scores[at] = scores[parent]!;
      at = parent;
    }
    positions[at] = position;
    scores[at] = score;
  }

  /** Takes the position with the highest score out. There must be one. */
  pop(): number {
    const { positions, scores } = this;
    const top = positions[0]!;
    const position = positions.pop()!;
    const score = scores.pop()!;
    const size = positions.length;
    if (size === 0) return top;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      if (child + 1 < size && scores[child + 1]! > scores[child]!) child++;
      if (scores[child]! <= score) break;
      positions[at] = positions[child]!;
      scores[at] = scores[child]!;
      at = child;
    }
    positions[at] = position;
    scores[at] = score;
    return top;
  }
}
