import { type ExperimentSpec, listDepth } from '../../../domain/experiment/experiment';
import { partsOf, type SystemSpec, NO_PARTS } from '../../../domain/experiment/parts';
import type { GroundTruth } from '../ground-truth';
import { RUNNING_PARTS, stagesOf } from '../parts';
import { type Ranked, type StageContext, versionOf } from '../stage-context';
import type { SystemRun } from '../stages/system';
import { WARM_UP } from './protocol';
import type { QuestionTimes, SearchTimes, Reranking, RerankTask } from './search-times';
import { contentKey } from '../../../base/hash';
import { readKey } from '../../../domain/dataset/corpus';
import { fieldsOfSystem } from '../../../domain/experiment/missing';
import type { RerankSpec } from '../../../domain/rerank/rerank-spec';
import type { Latency } from '../../../domain/report/report';
import type { RetrieverSpec } from '../../../domain/retrieval/retriever-spec';
import type { Session } from '../session';
import { rerankNamespace } from '../stages/rerank';

/** A system as it was run for all questions. */
export interface TimedSystem {
  readonly system: SystemSpec;
  readonly run: SystemRun;
  readonly context: StageContext;
  readonly truth: GroundTruth;
}

/**
 * Times of all parts between the retrievers and the end, the reranker aside: fusion and boost anew, one question after
 * the other; those of a run of what learns from all questions and works on one at a time anyway.
 *
 * @param alone with the questions that are timed, in this order @param places of them among all
 */
export async function timeSteps(
  { system, run, truth }: TimedSystem,
  spec: ExperimentSpec,
  depth: number,
  alone: StageContext,
  places: readonly number[],
): Promise<QuestionTimes> {
  const sum = new Float64Array(places.length);
  for (const { key, entry, spec: part } of partsOf(RUNNING_PARTS, system)) {
    const step = run.steps.find((each) => each.part === key);
    if (!step || !entry.run || key === 'rerank') continue;
    let times: QuestionTimes = Float64Array.from(places, (place) => step.milliseconds[place]!);
    for (let pass = 0; entry.isPerQuestion && pass <= WARM_UP.passes; pass++) {
      const lists = step.before.map((list) => ofPlaces(list, places));
      const asked = { context: alone, spec, truth, system, depth };
      times = (await entry.run(part, lists, asked)).milliseconds;
    }
    times.forEach((time, i) => (sum[i]! += time));
  }
  return sum;
}

const ofPlaces = ({ rankings }: Ranked, places: readonly number[]): Ranked => ({
  rankings: places.map((place) => rankings[place]!),
  milliseconds: new Float64Array(places.length),
  indexMilliseconds: 0,
});

/** What is kept under a key. */
interface Kept<Value> {
  read(): Promise<Value | null>;
  keep(value: Value): Promise<void>;
}

/** Times that were measured before on this machine, by these versions and for these questions. */
export class KeptTimes {
  /** @param measured the machine, and the questions by the keys of their texts */
  constructor(
    private readonly session: Session,
    private readonly spec: ExperimentSpec,
    private readonly measured: { readonly machine: string; readonly asked: readonly string[] },
  ) {}

  latency(timed: TimedSystem): Kept<Latency> {
    return this.#at(this.#inputsOf(timed.system, timed));
  }

  search({ system, context }: TimedSystem, retriever: RetrieverSpec): Kept<SearchTimes> {
    const { chunker, filter } = system;
    const alone = {
      id: '',
      retrievers: [retriever],
      ...NO_PARTS,
      ...(chunker && { chunker }),
      ...(filter && { filter }),
    };
    return this.#at({ of: 'search', ...this.#inputsOf(alone, { context }) });
  }

  reranking(spec: RerankSpec, { corpus, candidates }: RerankTask): Kept<Reranking> {
    const { ports } = this.session;
    const passages = candidates.map((list) => list.map(({ id }) => corpus.textKeys[corpus.positions.get(id)!]!));
    const reranker = rerankNamespace(ports.versions, spec);
    return this.#at({ of: 'reranking', isolated: ports.isolated, reranker, passages });
  }

  #inputsOf(system: SystemSpec, { context: { corpus } }: Pick<TimedSystem, 'context'>): Record<string, unknown> {
    const { id: _id, ...parts } = system;
    const { versions, isolated } = this.session.ports;
    return {
      ...versionOf(stagesOf(system)),
      versions,
      isolated,
      system: parts,
      depth: listDepth(this.spec),
      lists: this.spec.lists,
      corpus: readKey(corpus, fieldsOfSystem(system)),
    };
  }

  #at<Value>(inputs: Record<string, unknown>): Kept<Value> {
    const { ports, collection } = this.session;
    const key = contentKey({ latency: 1, ...inputs, ...this.measured });
    return {
      read: () => ports.storage.artifacts.get(collection, key) as Promise<Value | null>,
      keep: (value) => ports.storage.artifacts.put(collection, key, value),
    };
  }
}
