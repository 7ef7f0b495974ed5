/** Terms of a label. */
const TERMS = 3;
/** How much oftener a text of the cluster has a term than one of the others. */
const MIN_LIFT = 3;

/**
 * The most distinctive terms of each cluster by c-TF-IDF: tf · ln(1 + A / f), tf being how many texts of the cluster have
 * the term, f how many of all do, and A the mean number of terms of a cluster. Only terms count that at least two of its
 * texts have, and three times as often as other texts do.
 *
 * Grootendorst, “BERTopic: Neural topic modeling with a class-based TF-IDF procedure”, 2022.
 *
 * @param texts different terms of each, as they are written
 * @returns by cluster, the most distinctive first; none where no term is
 */
export function topicTerms(texts: readonly ReadonlySet<string>[], clusters: Int32Array, k: number): string[][] {
  const all = new Map<string, number>();
  const own = Array.from({ length: k }, () => new Map<string, number>());
  const sizes = new Array<number>(k).fill(0);
  let terms = 0;
  texts.forEach((text, i) => {
    const counts = own[clusters[i]!]!;
    sizes[clusters[i]!]!++;
    terms += text.size;
    for (const term of text) {
      all.set(term, (all.get(term) ?? 0) + 1);
      counts.set(term, (counts.get(term) ?? 0) + 1);
    }
  });
  const isDistinctive = (tf: number, f: number, size: number): boolean =>
    tf >= 2 && tf / size >= (MIN_LIFT * (f - tf)) / Math.max(1, texts.length - size);
  return own.map((counts, cluster) =>
    [...counts]
      .filter(([term, tf]) => isDistinctive(tf, all.get(term)!, sizes[cluster]!))
      .map(([term, tf]) => ({ term, score: tf * Math.log(1 + terms / k / all.get(term)!) }))
      .sort((a, b) => b.score - a.score || (a.term < b.term ? -1 : 1))
      .slice(0, TERMS)
      .map(({ term }) => term),
  );
}
