import type { Hit, Ranking } from '../../base/types';

/** By UTF-8 bytes, as `strcmp` in trec_eval; `<` compares UTF-16 units, which puts U+1F642 before U+FFEE. */
export function compareBytes(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return byteOrder(x) - byteOrder(y);
  }
  return a.length - b.length;
}

function byteOrder(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

/** The order of trec_eval: score descending, then document id descending by bytes. */
export function compareHits(a: Hit, b: Hit): number {
  return b.score - a.score || compareBytes(b.id, a.id);
}

export function rank(hits: readonly Hit[]): Ranking {
  return [...hits].sort(compareHits);
}
