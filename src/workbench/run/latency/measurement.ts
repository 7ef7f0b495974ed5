import { HitrateError } from '../../../contract/errors';
import { STAGE_IDS } from '../../../contract/result';
import { groupBy } from '../../../base/containers';
import { canonicalJson } from '../../../base/hash';
import { type ExperimentSpec, listDepth } from '../../../domain/experiment/experiment';
import { modelsOfSystem, partsBefore, type SystemSpec } from '../../../domain/experiment/parts';
import type { ModelCard } from '../../../domain/models/configuration';
import type { Latency } from '../../../domain/report/report';
import type { RerankSpec } from '../../../domain/rerank/rerank-spec';
import type { RetrieverSpec } from '../../../domain/retrieval/retriever-spec';
import { median, p95 } from '../../../domain/statistics/quantile';
import { Tracker } from '../../kernel/tracker';
import { RUNNING_PARTS } from '../parts';
import type { Session } from '../session';
import type { StageContext } from '../stage-context';
import { rerankNamespace } from '../stages/rerank';
import {
  KeptTimes,
  type TimedSystem,
  timeSteps,
  type Reranking,
  type RerankTask,
  timeReranking,
  type QuestionTimes,
  type SearchTimes,
  timeSearches,
} from './search-times';
import { TimeBudget, timedQuestions } from './protocol';
import { textKey } from '../../../domain/dataset/corpus';

interface Reranked extends RerankTask {
  readonly systems: readonly string[];
  readonly spec: RerankSpec;
  readonly context: StageContext;
}

class Measurement {
  readonly #quiet = new Tracker(STAGE_IDS, () => undefined);
  readonly #depth: number;

  constructor(
    private readonly session: Session,
    private readonly spec: ExperimentSpec,
    private readonly systems: readonly TimedSystem[],
    private readonly places: readonly number[],
    private readonly kept: KeptTimes,
    private readonly begins: () => Promise<void>,
  ) {
    this.#depth = listDepth(spec);
  }

  async measure(): Promise<ReadonlyMap<string, Latency>> {
    const { tracker, ports } = this.session;
    const searched = new Map<string, SearchTimes | null>();
    const searches: { readonly key: string; readonly each: TimedSystem; readonly retriever: RetrieverSpec }[] = [];
    for (const each of this.systems)
      for (const retriever of each.system.retrievers) {
        const key = searchKey(each.system, retriever);
        if (searched.has(key)) continue;
        searched.set(key, await this.kept.search(each, retriever).read());
        if (!searched.get(key)) searches.push({ key, each, retriever });
      }
    const reranked = new Map<string, Reranking>();
    const tasks: Reranked[] = [];
    for (const task of this.#rerankings()) {
      const known = await this.kept.reranking(task.spec, task).read();
      if (!known) tasks.push(task);
      else for (const id of task.systems) reranked.set(id, known);
    }
    const rerankers = groupBy(tasks, ({ spec }) => rerankNamespace(ports.versions, spec));
    const stages = searches.length + rerankers.size;
    const known = searched.size - searches.length;
    tracker.expect('latency', (stages + known) * this.places.length);
    tracker.reused('latency', known * this.places.length);
    if (stages > 0) await this.begins();
    const budget = new TimeBudget(stages);
    for (const { key, each, retriever } of searches) {
      const times = await orNull(this.#search(each, retriever, budget));
      searched.set(key, times);
      if (times) await this.kept.search(each, retriever).keep(times);
    }
    for (const sharing of rerankers.values()) await orNull(this.#rerank(sharing, budget, reranked));
    const cards = await ports.models.cards();
    const measured = new Map<string, Latency>();
    for (const each of this.systems) {
      const { system, context } = each;
      const lists = system.retrievers.map((retriever) => searched.get(searchKey(system, retriever)) ?? null);
      const reranking = reranked.get(system.id) ?? null;
      if (lists.includes(null) || (system.rerank && !reranking)) continue;
      const own = await timeSteps(each, this.spec, this.#depth, this.#alone(context), this.places);
      const found = lists.filter((list) => list !== null);
      measured.set(system.id, latencyOf(system, own, found, reranking, cards));
    }
    return measured;
  }

  #search({ system, context }: TimedSystem, retriever: RetrieverSpec, budget: TimeBudget): Promise<SearchTimes> {
    const { filter = null } = system;
    const task = { context: this.#alone(context), retriever, filter, depth: this.#depth };
    return timeSearches(task, () => budget.next(), this.#onTimed);
  }

  #rerankings(): Reranked[] {
    const groups = groupBy(
      this.systems.filter(({ system }) => system.rerank),
      ({ system }) =>
        canonicalJson([
          rerankNamespace(this.session.ports.versions, system.rerank!),
          partsBefore('rerank', system),
          this.#reads(system),
        ]),
    );
    return [...groups.values()].map((group) => {
      const { system, run, context } = group[0]!;
      const { before } = run.steps.find(({ part }) => part === 'rerank')!;
      const lists = before[0]!.rankings;
      return {
        systems: group.map((each) => each.system.id),
        spec: system.rerank!,
        context,
        corpus: context.corpus,
        candidates: this.places.map((place) => lists[place]!.slice(0, this.#reads(system))),
      };
    });
  }

  async #rerank(tasks: readonly Reranked[], budget: TimeBudget, into: Map<string, Reranking>): Promise<void> {
    const { spec, context } = tasks[0]!;
    const asked = this.#alone(context);
    const { times, model } = await timeReranking(asked, spec, tasks, () => budget.next(), this.#onTimed);
    for (const [t, task] of tasks.entries()) {
      const reranking = { times: times[t]!, model };
      for (const id of task.systems) into.set(id, reranking);
      await this.kept.reranking(task.spec, task).keep(reranking);
    }
  }

  #reads(system: SystemSpec): number {
    return RUNNING_PARTS.rerank.reads!(system.rerank!, this.spec, this.#depth, system);
  }

  readonly #onTimed = (): void => this.session.tracker.computed('latency', 1);

  #alone(context: StageContext): StageContext {
    const queries = this.places.map((place) => context.queries[place]!);
    const unreported = { loaded: new Map(), remarks: [], unknownDocuments: new Map(), unevaluated: new Map() };
    return { ...context, ...unreported, queries, tracker: this.#quiet };
  }
}

function latencyOf(
  system: SystemSpec,
  own: QuestionTimes,
  lists: readonly SearchTimes[],
  reranking: Reranking | null,
  cards: readonly ModelCard[],
): Latency {
  const times = own
    .map((time, i) => lists.reduce((sum, list) => sum + list.times[i]!, time) + (reranking?.times[i] ?? 0))
    .filter((time) => !Number.isNaN(time));
  const models = [...lists.flatMap((list) => list.models), ...(reranking ? [reranking.model] : [])];
  const indexes = new Map(lists.flatMap((list) => list.indexes.map(({ key, bytes }) => [key, bytes] as const)));
  const named = new Set(modelsOfSystem(system).map(({ model }) => model));
  return {
    medianMilliseconds: median(times),
    p95Milliseconds: p95(times),
    questions: times.length,
    devices: [...new Set(models.map(({ device }) => device))],
    threads: Math.max(1, ...models.map(({ threads }) => threads)),
    indexBytes: [...indexes.values()].reduce<number | null>(
      (sum, bytes) => (sum === null || bytes === null ? null : sum + bytes),
      0,
    ),
    downloadBytes: cards.filter(({ id }) => named.has(id)).reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

const searchKey = ({ chunker, filter }: SystemSpec, retriever: RetrieverSpec): string =>
  canonicalJson([chunker ?? null, filter ?? null, retriever]);

const OF_A_MODEL = /^(model-|device-unavailable$|out-of-memory$)/;

async function orNull<T>(timing: Promise<T>): Promise<T | null> {
  try {
    return await timing;
  } catch (error) {
    if (error instanceof HitrateError && OF_A_MODEL.test(error.code)) return null;
    throw error;
  }
}

/**
 * What a question asked alone costs, by system: see docs/latency.md. What learns from all questions has the run's
 * times. Times of this machine, these versions and questions are kept. A system whose model cannot be loaded has none.
 */
export async function measureLatency(
  session: Session,
  spec: ExperimentSpec,
  systems: readonly TimedSystem[],
  begins: () => Promise<void> = () => Promise.resolve(),
): Promise<ReadonlyMap<string, Latency>> {
  const { ports, queries, tracker } = session;
  if (systems.length === 0) return new Map();
  const places = timedQuestions(queries);
  const machine = (await ports.machine()).name;
  const asked = places.map((place) => textKey(queries[place]!.text));
  const kept = new KeptTimes(session, spec, { machine, asked });
  const known = new Map<string, Latency>();
  for (const each of systems) {
    const latency = await kept.latency(each).read();
    if (latency) known.set(each.system.id, latency);
  }
  const todo = systems.filter(({ system }) => !known.has(system.id));
  tracker.expect('latency', known.size * places.length);
  tracker.reused('latency', known.size * places.length);
  const measured = await new Measurement(session, spec, todo, places, kept, begins).measure();
  for (const each of todo) {
    const latency = measured.get(each.system.id);
    if (!latency) continue;
    known.set(each.system.id, latency);
    await kept.latency(each).keep(latency);
  }
  tracker.finish('latency');
  return known;
}
