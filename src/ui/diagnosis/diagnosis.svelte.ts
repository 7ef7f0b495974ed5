import type { Missed } from '../../domain/diagnosis/diagnose';
import type { QueryId, Query } from '../../base/types';
import type { Diagnosis, DiagnosisProgress } from '../../workbench/inspect/diagnosis';
import type { KnownLists } from '../../workbench/run/rankings';
import { provided } from '../shared/context';
import { HitrateError } from '../../contract/errors';
import type { ResultRecord } from '../../contract/result';
import type { CollectionRecord } from '../../contract/storage';
import { type AnnotationEdit, type Annotations, NO_ANNOTATIONS } from '../../domain/diagnosis/annotations';
import { FIRST_ROUND } from '../../domain/judging/acts';
import type { JudgedPlace } from '../../domain/judging/places';
import type { TriedSystem } from '../../workbench/inspect/tried-question';
import type { WorkbenchPart } from '../../workbench/workbench';
import { Task } from '../shared/task.svelte';

const missedByQuestion = (diagnosis: Diagnosis | null): ReadonlyMap<QueryId, readonly Missed[]> =>
  new Map(diagnosis?.questions.map(({ query, missed }) => [query, missed]));

async function listsBySystem(
  systems: readonly { readonly id: string }[],
  read: (id: string) => Promise<KnownLists>,
): Promise<ReadonlyMap<string, KnownLists>> {
  const lists: [string, KnownLists][] = [];
  for (const { id } of systems) lists.push([id, await read(id)]);
  return new Map(lists);
}

export interface Traced {
  readonly key: string;
  readonly system: TriedSystem;
}

export type DiagnosisBench = WorkbenchPart<{
  inspect: 'diagnosis' | 'lists' | 'tryQuestion';
  questions: 'annotations' | 'annotate' | 'addActs' | 'read';
  collections: 'get';
}>;

/** Traces that are kept: to go back to a question shows it at once. */
const MAX_TRACES = 30;

/** Milliseconds that judgments rest before causes are found again. */
const REST = 600;

export class DiagnosisState {
  #diagnosis = $state.raw<{ readonly key: string; readonly of: Diagnosis } | null>(null);
  readonly missed = $derived(missedByQuestion(this.#diagnosis?.of ?? null));
  readonly diagnosing: Task<DiagnosisProgress>;
  #lists = $state.raw<{ readonly key: string; readonly of: ReadonlyMap<string, KnownLists> } | null>(null);
  readonly loading: Task;
  #traces = $state.raw<readonly Traced[]>([]);
  readonly tracing: Task;
  annotations = $state.raw<Annotations>(NO_ANNOTATIONS);
  readonly annotating: Task;
  readonly grading: Task;
  #writes: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly workbench: DiagnosisBench,
    private readonly collection: string,
    private readonly onJudged: (record: CollectionRecord) => unknown,
    signal: AbortSignal,
  ) {
    this.diagnosing = new Task(signal);
    this.loading = new Task(signal);
    this.tracing = new Task(signal);
    this.annotating = new Task(signal);
    this.grading = new Task(signal);
  }

  diagnosis(result: ResultRecord, system: string, k: number): Diagnosis | null {
    const found = this.#diagnosis;
    return found?.key.startsWith(keyOf(result, system, k)) ? found.of : null;
  }

  /** Finds the causes of what a system misses. @param judgments by which they are found: other ones ask again */
  async diagnose(result: ResultRecord, system: string, k: number, judgments: string): Promise<void> {
    const key = `${keyOf(result, system, k)} ${judgments}`;
    if (this.#diagnosis?.key === key) return;
    const isAgain = this.diagnosis(result, system, k) !== null;
    await this.diagnosing.run(
      async ({ signal, progress }) => {
        if (isAgain) await new Promise((resolve) => setTimeout(resolve, REST));
        // Whoever traces frees the workers when done.
        await this.tracing.idle();
        signal.throwIfAborted();
        return this.workbench.inspect.diagnosis(result, system, k, { signal, progress });
      },
      (of) => (this.#diagnosis = { key, of }),
    );
  }

  lists(result: ResultRecord, system: string): KnownLists | null {
    return this.#lists?.key === result.key ? (this.#lists.of.get(system) ?? null) : null;
  }

  async needLists(result: ResultRecord): Promise<void> {
    if (this.#lists?.key === result.key) return;
    await this.loading.run(
      ({ signal }) =>
        listsBySystem(result.systems, (id) => {
          signal.throwIfAborted();
          return this.workbench.inspect.lists(result, id);
        }),
      (of) => (this.#lists = { key: result.key, of }),
    );
  }

  traced(result: ResultRecord, system: string, query: Query): TriedSystem | null {
    const key = traceKey(result, system, query);
    return this.#traces.find((each) => each.key === key)?.system ?? null;
  }

  /** @param how `cached` asks only what the caches of the run answer, so that no model computes anything */
  async trace(result: ResultRecord, system: string, query: Query, how: 'cached' | 'whole'): Promise<void> {
    const key = traceKey(result, system, query);
    const spec = result.spec.systems.find(({ id }) => id === system);
    const known = this.#traces.find((each) => each.key === key)?.system;
    if (!spec || query.text.trim() === '' || known?.ok || (known && how === 'cached')) return;
    await this.tracing.run(
      async ({ signal }) => {
        // One at a time has the workers, and frees them when done.
        await Promise.all([this.tracing.idle(), this.diagnosing.idle()]);
        signal.throwIfAborted();
        const asked = { ...result.spec, systems: [spec] };
        const context = { signal, progress: () => undefined, ...(how === 'cached' ? { cached: true } : {}) };
        try {
          return await this.workbench.inspect.tryQuestion(this.collection, asked, query.text, context);
        } catch (error) {
          // Nobody asked for it: what is at work goes first.
          if (how === 'cached' && error instanceof HitrateError && error.code === 'already-running') return null;
          throw error;
        }
      },
      (tried) => {
        const others = this.#traces.filter((each) => each.key !== key);
        const traced = tried?.systems[0];
        if (traced) this.#traces = [{ key, system: traced }, ...others].slice(0, MAX_TRACES);
      },
    );
  }

  async readAnnotations(): Promise<void> {
    await this.annotating.run(
      () => this.workbench.questions.annotations(this.collection),
      (annotations) => (this.annotations = annotations),
    );
  }

  /** One after the other: what was written last is shown last. */
  async annotate(edit: AnnotationEdit): Promise<void> {
    const written = this.#writes.then(() => this.workbench.questions.annotate(this.collection, edit));
    this.#writes = written.catch(() => undefined);
    try {
      this.annotations = await written;
    } catch (error) {
      await this.annotating.fail(error);
    }
  }

  async grade(query: QueryId, { doc, span }: JudgedPlace, grade: number | null): Promise<void> {
    const act = { query, doc, span, grade, round: FIRST_ROUND, note: '', milliseconds: 0, at: Date.now() };
    const { collection, workbench } = this;
    const written = this.#writes.then(async () => {
      await workbench.questions.addActs(collection, [act]);
      // Whoever reads questions makes judgments of what was judged, and counts them.
      await workbench.questions.read(collection);
      const record = await workbench.collections.get(collection);
      if (record) await this.onJudged(record);
    });
    this.#writes = written.catch(() => undefined);
    try {
      await written;
      this.grading.forget();
    } catch (error) {
      await this.grading.fail(error);
    }
  }
}

const keyOf = ({ key }: ResultRecord, system: string, k: number): string => JSON.stringify([key, system, k]);

const traceKey = ({ key }: ResultRecord, system: string, { id, text }: Query): string =>
  JSON.stringify([key, system, id, text]);

export const getDiagnosis = provided(DiagnosisState);
