import type { WorkbenchPart } from '../../workbench/workbench';
import type { Failure } from '../shared/failure';
import { Task } from '../shared/task.svelte';
import type { JudgingSession } from './judging-session.svelte';
import { valuesOf, type JudgedEvidence, orderedQuestions, sequenceOf, planningOf } from './judged-evidence';

/** How long the hand must rest before sequences are computed again, in milliseconds. */
const REST = 200;

export class EvidenceState {
  /** Of the judgments before the last ones, until that of now is there; null before the first. */
  shown = $state.raw<JudgedEvidence | null>(null);
  readonly #weighing: Task;
  #of = '';

  constructor(
    private readonly workbench: WorkbenchPart<{ inspect: 'sequential' | 'planned' }>,
    signal: AbortSignal,
  ) {
    this.#weighing = new Task(signal);
  }

  get failure(): Failure | null {
    return this.#weighing.failure;
  }

  forget(): void {
    this.#weighing.drop();
    this.#of = '';
    this.shown = null;
  }

  async follow({ board, order }: JudgingSession, margin: number): Promise<void> {
    const { settings } = board;
    if (settings.systems.size < 2) return this.#take({ kind: 'none', why: 'one-system' });
    const counted = orderedQuestions(board, order);
    const input = sequenceOf(counted, board, margin);
    if (!input) return this.#take({ kind: 'none', why: 'no-range' });
    const { questions, waiting, left, systems } = counted;
    const of = JSON.stringify([margin, questions, waiting, left, systems.map(valuesOf)]);
    if (of === this.#of) return;
    this.#of = of;
    const isFirst = this.shown === null;
    await this.#weighing.run(
      async ({ signal }) => {
        if (!isFirst) await new Promise((resolve) => setTimeout(resolve, REST));
        signal.throwIfAborted();
        const figures = await this.workbench.inspect.sequential(input, signal);
        const asked = planningOf(input, figures);
        return { ...figures, planned: asked && (await this.workbench.inspect.planned(asked, signal)) };
      },
      (figures) => (this.shown = { kind: 'sequence', counted, ...figures }),
    );
  }

  #take(evidence: JudgedEvidence): void {
    this.#weighing.drop();
    this.shown = evidence;
  }
}
