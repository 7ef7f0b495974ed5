import type { DocId, Need } from '../../base/types';
import { isJudged, judgeRanked, JudgedRanking } from '../measures/judge';

/** The list of a system for a question, with what is known of its passages. */
export interface JudgedList {
  /** Best first, no deeper than the measure reads. */
  readonly ids: readonly DocId[];
  readonly judged: ReadonlyMap<DocId, number>;
  readonly needs: readonly Need[] | undefined;
}

type ValueOf = (ranking: JudgedRanking) => number;

/**
 * The highest advantage of a rival over another system on a question, over completions of the judgments: each unjudged
 * passage of the two lists becomes relevant with one grade, or not relevant. A passage has one grade in both lists;
 * passages that are in neither stay as they are.
 *
 * Passages are ordered by the advantage that each alone would give, and the first 0, 1, 2, … of them are taken as
 * relevant. For nDCG, P, recall, hit rate, MRR and RBP no other completion gives more: their value is a sum over
 * passages, divided by what depends on the number of relevant ones alone, or depends on one passage. For other measures
 * it is the highest of these completions. Moffat and Zobel, “Rank-biased precision”, 2008, bound one system in this way.
 *
 * @param grade that a passage which becomes relevant has
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

/** The advantage of a rival where the unjudged passages that it alone has are relevant, and no others: one completion. */
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

/** A list in which some unjudged passages have become relevant. */
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
