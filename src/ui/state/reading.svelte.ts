import type { ResultRecord } from '../../contract/result';
import type { QuestionFilter } from '../reading/questions';
import type { Cutoff, Direction } from '../reading/table';

interface Sorting {
  readonly by: string;
  readonly direction: Direction;
}

/** How a result is being read: which k, which order, which questions. Survives a change of result where it can. */
export class ReadingState {
  #cutoff = $state<Cutoff>(5);
  #table = $state.raw<Sorting>({ by: 'system', direction: 'ascending' });
  #questions = $state.raw<Sorting>({ by: 'order', direction: 'ascending' });
  #filter = $state<QuestionFilter>('every');
  #search = $state('');
  #page = $state(0);
  #opened = $state<number | null>(null);

  get table(): Sorting {
    return this.#table;
  }
  get questions(): Sorting {
    return this.#questions;
  }
  get filter(): QuestionFilter {
    return this.#filter;
  }
  get search(): string {
    return this.#search;
  }
  get page(): number {
    return this.#page;
  }
  /** Position of the question that is open. */
  get opened(): number | null {
    return this.#opened;
  }

  /** The k chosen, or the nearest that the result has. */
  cutoff(result: ResultRecord): Cutoff {
    const { ks } = result.spec;
    const wanted = this.#cutoff;
    if (wanted === 'all' || ks.includes(wanted)) return wanted;
    return ks.findLast((k) => k <= wanted) ?? ks[0]!;
  }

  /** One k, for what cannot show them all. */
  singleCutoff(result: ResultRecord): number {
    const cutoff = this.cutoff(result);
    return cutoff === 'all' ? result.spec.ks.at(-1)! : cutoff;
  }

  setCutoff(cutoff: Cutoff): void {
    this.#cutoff = cutoff;
    this.#page = 0;
  }

  /** @param first the direction a column is sorted in at first: best on top */
  sortTable(by: string, first: Direction): void {
    this.#table = next(this.#table, by, first);
  }

  sortQuestions(by: string): void {
    this.#questions = next(this.#questions, by, 'ascending');
    this.#toTop();
  }

  setFilter(filter: QuestionFilter): void {
    this.#filter = filter;
    this.#toTop();
  }

  setSearch(search: string): void {
    this.#search = search;
    this.#toTop();
  }

  turnTo(page: number): void {
    this.#page = page;
    this.#opened = null;
  }

  toggle(index: number): void {
    this.#opened = this.#opened === index ? null : index;
  }

  #toTop(): void {
    this.#page = 0;
    this.#opened = null;
  }
}

function next(current: Sorting, by: string, first: Direction): Sorting {
  if (current.by !== by) return { by, direction: first };
  return { by, direction: current.direction === 'ascending' ? 'descending' : 'ascending' };
}
