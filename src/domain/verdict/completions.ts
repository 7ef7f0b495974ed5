import type { DocId, Need } from '../../base/types';
import { isJudged, judgeRanked, JudgedRanking } from '../measures/judge';

export interface JudgedList {
  readonly ids: readonly DocId[];
  readonly judged: ReadonlyMap<DocId, number>;
  readonly needs: readonly Need[] | undefined;
}

type ValueOf = (ranking: JudgedRanking) => number;

/**
 * Over completions of the judgments: each unjudged passage is relevant with one grade, or not. Ordered by the advantage
 * of each alone, the first 0, 1, 2, … are relevant. Exact for nDCG, P, recall, hit rate, MRR and RBP; else the highest
 * of these. After Moffat and Zobel, “Rank-biased precision”, 2008.
 */
export function highestAdvantage(rival: JudgedList, other: JudgedList, grade: number, valueOf: ValueOf): number {
  const first = new Completion(rival, grade);
  const second = new Completion(other, grade);
  const advantage = (): number => valueOf(first.ranking()) - valueOf(second.ranking());
  const now = advantage();
  const alone = [...new Set([...first.unjudged, ...second.unjudged])].map((id) => {
    first.add(id);
    second.add(id);
    const gained = advantage();
    first.remove(id);
    second.remove(id);
    return { id, gained };
  });
  alone.sort((a, b) => b.gained - a.gained);
  let highest = now;
  for (const { id } of alone) {
    first.add(id);
    second.add(id);
    highest = Math.max(highest, advantage());
  }
  return highest;
}

export function favouredAdvantage(rival: JudgedList, other: JudgedList, grade: number, valueOf: ValueOf): number {
  const first = new Completion(rival, grade);
  const second = new Completion(other, grade);
  const others = new Set(other.ids);
  for (const id of first.unjudged) {
    if (others.has(id)) continue;
    first.add(id);
    second.add(id);
  }
  return valueOf(first.ranking()) - valueOf(second.ranking());
}

class Completion {
  readonly unjudged: readonly DocId[];
  private readonly judged: Map<DocId, number>;
  private readonly added = new Set<DocId>();

  constructor(
    private readonly list: JudgedList,
    private readonly grade: number,
  ) {
    this.judged = new Map(list.judged);
    this.unjudged = list.ids.filter((id) => !isJudged(list.judged.get(id)));
  }

  add(id: DocId): void {
    this.judged.set(id, this.grade);
    this.added.add(id);
  }

  remove(id: DocId): void {
    const before = this.list.judged.get(id);
    if (before === undefined) this.judged.delete(id);
    else this.judged.set(id, before);
    this.added.delete(id);
  }

  ranking(): JudgedRanking {
    const { ids, needs } = this.list;
    return judgeRanked(ids, this.judged, needs && [...needs, ...[...this.added].map((id) => ({ docs: [id] }))]);
  }
}
