import { contentKey } from '../../../base/hash';
import { readKey } from '../../../domain/dataset/corpus';
import { type ExperimentSpec, listDepth } from '../../../domain/experiment/experiment';
import { fieldsOfSystem } from '../../../domain/experiment/missing';
import { NO_PARTS, type SystemSpec } from '../../../domain/experiment/parts';
import type { RerankSpec } from '../../../domain/rerank/rerank-spec';
import type { Latency } from '../../../domain/report/report';
import type { RetrieverSpec } from '../../../domain/retrieval/retriever-spec';
import { stagesOf } from '../parts';
import type { Session } from '../session';
import { versionOf } from '../stage-versions';
import { rerankNamespace } from '../stages/rerank';
import type { Reranking, RerankTask } from './rerank-times';
import type { SearchTimes } from './search-times';
import type { TimedSystem } from './step-times';

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

  /** Of one retriever, whichever systems have it. */
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

  /** Of a reranker with these candidates, whatever found them. */
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
