import { createContext } from 'svelte';
import type { ResultRecord } from '../../contract/result';
import { firstMeasure } from '../../domain/measures/first-measure';
import { comparedMeasures, firstBaseline } from './differences';
import type { OriginGroupId } from './origin-groups';
import type { QuestionFilter } from './question-rows';
import type { Cutoff, Direction } from './table';

export const PAGE = 25;

interface Sorting {
  readonly by: string;
  readonly direction: Direction;
}

/** What systems are compared by; null for what is usual. */
type Chosen = Readonly<Record<'measure' | 'baseline' | 'challenger', string | null>>;

/** How a result is shown: which k, which order, which questions. Survives a change of result where it can. */
export class ResultsView {
  #cutoff = $state<Cutoff>(5);
  table = $state.raw<Sorting>({ by: 'system', direction: 'ascending' });
  questions = $state.raw<Sorting>({ by: 'order', direction: 'ascending' });
  filter = $state<QuestionFilter>('every');
  origin = $state<OriginGroupId | 'every'>('every');
  search = $state('');
  page = $state(0);
  opened = $state<number | null>(null);
  /** Whether intervals are below the numbers of the table. */
  intervals = $state(false);
  #chosen = $state.raw<Chosen>({ measure: null, baseline: null, challenger: null });

  /** The measure chosen where the result has it. */
  measure(result: ResultRecord): string | null {
    const measures = comparedMeasures(result);
    return measures.find((text) => text === this.#chosen.measure) ?? firstMeasure(measures);
  }

  /** The system that others are held against. */
  baseline(result: ResultRecord): string {
    return result.systems.find(({ id }) => id === this.#chosen.baseline)?.id ?? firstBaseline(result);
  }

  /** The system that is drawn against the baseline, question by question. */
  challenger(result: ResultRecord): string | null {
    const others = result.systems.filter(({ id }) => id !== this.baseline(result));
    return others.find(({ id }) => id === this.#chosen.challenger)?.id ?? others.at(-1)?.id ?? null;
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
    this.page = 0;
  }

  choose(patch: Partial<Chosen>): void {
    this.#chosen = { ...this.#chosen, ...patch };
  }

  /** @param first the direction a column is sorted in at first: best on top */
  sortTable(by: string, first: Direction): void {
    this.table = next(this.table, by, first);
  }

  sortQuestions(by: string): void {
    this.questions = next(this.questions, by, 'ascending');
    this.turnTo(0);
  }

  /** Which questions are listed. */
  list(which: Partial<Pick<ResultsView, 'filter' | 'origin' | 'search'>>): void {
    Object.assign(this, which);
    this.turnTo(0);
  }

  turnTo(page: number): void {
    this.page = page;
    this.opened = null;
  }

  toggle(index: number): void {
    this.opened = this.opened === index ? null : index;
  }

  /** Opens a question in the list of all questions, on its page. */
  reveal(index: number): void {
    this.questions = { by: 'order', direction: 'ascending' };
    this.list({ filter: 'every', origin: 'every', search: '' });
    this.page = Math.floor(index / PAGE);
    this.opened = index;
  }
}

export const [getResultsView, setResultsView] = createContext<ResultsView>();

function next(current: Sorting, by: string, first: Direction): Sorting {
  if (current.by !== by) return { by, direction: first };
  return { by, direction: current.direction === 'ascending' ? 'descending' : 'ascending' };
}
