import { createContext } from 'svelte';
import type { ResultRecord } from '../../contract/result';
import { firstMeasure } from '../../domain/measures/first-measure';
import type { Cutoff } from './columns';
import { comparedMeasures, firstBaseline } from './differences';

/** What systems are compared by; null for what is usual. */
type Chosen = Readonly<Record<'measure' | 'baseline' | 'challenger', string | null>>;

/** By which measure, at which k and against which system a result is shown. Survives a change of result where it can. */
export class ResultsView {
  #cutoff = $state<Cutoff>(5);
  #chosen = $state.raw<Chosen>({ measure: null, baseline: null, challenger: null });

  measure(result: ResultRecord): string | null {
    const measures = comparedMeasures(result);
    return measures.find((text) => text === this.#chosen.measure) ?? firstMeasure(measures);
  }

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

  singleCutoff(result: ResultRecord): number {
    const cutoff = this.cutoff(result);
    return cutoff === 'all' ? result.spec.ks.at(-1)! : cutoff;
  }

  setCutoff(cutoff: Cutoff): void {
    this.#cutoff = cutoff;
  }

  choose(patch: Partial<Chosen>): void {
    this.#chosen = { ...this.#chosen, ...patch };
  }
}

export const [getResultsView, setResultsView] = createContext<ResultsView>();
