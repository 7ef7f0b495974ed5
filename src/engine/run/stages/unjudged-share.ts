import type { JudgedRanking } from '../../../domain/measures/judge';
import { judgedWithin } from '../../../domain/measures/judged';

/**
 * Share of unjudged passages among those retrieved within k, of all questions together. Hole@k divides by k even where a
 * list is shorter, which hides how much of it nobody judged.
 */
export class UnjudgedShare {
  #retrieved = 0;
  #unjudged = 0;

  constructor(private readonly k: number) {}

  add(ranking: JudgedRanking): void {
    const retrieved = Math.min(this.k, ranking.grades.length);
    this.#retrieved += retrieved;
    this.#unjudged += retrieved - judgedWithin(ranking, this.k);
  }

  /** From 0 to 1; 0 where nothing was retrieved. */
  get value(): number {
    return this.#retrieved === 0 ? 0 : this.#unjudged / this.#retrieved;
  }
}
