import { createContext } from 'svelte';
import type { ExperimentSpec } from '../../domain/experiment/experiment';
import type { Estimate } from '../../workbench/kernel/run-types';
import type { WorkbenchPart } from '../../workbench/workbench';

/** How long a person reads an experiment before its models are loaded. */
const READING_MS = 1500;

/** Loads the models of an experiment while a person reads it, so that its run does not wait for them. */
export class Warming {
  #abort: AbortController | null = null;
  #waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly workbench: WorkbenchPart<{ runs: 'warm' }>,
    private readonly isRunning: () => boolean,
    signal: AbortSignal,
  ) {
    signal.addEventListener('abort', () => this.end());
  }

  /** Called again where the experiment or its estimate changes. */
  follow(spec: ExperimentSpec, { pending }: Pick<Estimate, 'pending'>): void {
    clearTimeout(this.#waiting);
    const stages = pending.flatMap(({ stage, count }) => (count > 0 ? [stage] : []));
    this.#waiting = setTimeout(() => {
      if (this.isRunning() || savesData()) return;
      const { signal } = (this.#abort ??= new AbortController());
      // Whoever needs a model meets its failure.
      this.workbench.runs.warm(spec, stages, signal).catch(() => undefined);
    }, READING_MS);
  }

  /** Frees what was loaded, unless a run has it now. */
  end(): void {
    clearTimeout(this.#waiting);
    if (!this.isRunning()) this.#abort?.abort();
    this.#abort = null;
  }
}

/** Whether the person has asked the browser for little traffic. */
const savesData = (): boolean =>
  (navigator as { connection?: { readonly saveData?: boolean } }).connection?.saveData === true;

export const [getWarming, setWarming] = createContext<Warming>();
