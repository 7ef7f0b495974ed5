/** BM25 as Lucene computes it over the terms that an index was sent, with lengths in one byte. */
export class Bm25 {
  readonly #passages = new Map<string, ReadonlyMap<string, number>>();
  readonly #lengths = new Map<string, number>();
  readonly #frequencies = new Map<string, number>();
  #tokens = 0;

  constructor(passages: Iterable<readonly [id: string, terms: readonly string[]]>) {
    for (const [id, terms] of passages) {
      if (terms.length === 0) continue;
      const counts = new Map<string, number>();
      for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
      for (const term of counts.keys()) this.#frequencies.set(term, (this.#frequencies.get(term) ?? 0) + 1);
      this.#passages.set(id, counts);
      this.#lengths.set(id, terms.length);
      this.#tokens += terms.length;
    }
  }

  scores(question: readonly string[], { k1, b }: { readonly k1: number; readonly b: number }): Map<string, number> {
    const average = this.#tokens / this.#passages.size;
    const scores = new Map<string, number>();
    for (const [id, counts] of this.#passages) {
      let score = 0;
      for (const term of question) {
        const tf = counts.get(term) ?? 0;
        if (tf === 0) continue;
        const df = this.#frequencies.get(term)!;
        const idf = Math.log(1 + (this.#passages.size - df + 0.5) / (df + 0.5));
        const length = inOneByte(this.#lengths.get(id)!);
        score += (idf * tf) / (tf + k1 * (1 - b + (b * length) / average));
      }
      if (score > 0) scores.set(id, Math.fround(score));
    }
    return scores;
  }
}

/** Lucene's SmallFloat: lengths to 40 as they are, longer ones by their four highest bits. */
function inOneByte(length: number): number {
  if (length < 40) return length;
  const rest = length - 24;
  const shift = Math.max(0, Math.floor(Math.log2(rest)) - 3);
  return 24 + Math.floor(rest / 2 ** shift) * 2 ** shift;
}
