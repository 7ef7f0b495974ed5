import type { LoadedModel } from '../../contract/workers';
import type { Remark } from '../../contract/result';
import type { Questions } from '../../contract/storage';
import { chunkedTruth, type PlacedChunk } from '../../domain/chunk/chunked-truth';
import { highestGrade } from '../../domain/measures/score';
import { toQrels } from '../../domain/run/judgments';
import type { SplitChunkerSpec } from '../../domain/chunk/chunker-spec';
import type { ExperimentSpec, SystemSpec } from '../../domain/experiment/experiment';
import { canonicalJson } from '../../base/hash';
import type { Doc, Place, Query } from '../../base/types';
import { type Corpus, documentsKey, openCorpus, openPassages } from '../kernel/corpus';
import { checkFields } from './metadata-problems';
import { plannedStages } from './plan';
import type { Ports } from '../kernel/ports';
import { RowCache } from '../kernel/row-cache';
import type { StageContext } from './stage-context';
import type { GroundTruth } from './ground-truth';
import { Tracker } from '../kernel/tracker';
import type { RunContext } from '../kernel/run-types';

/** The passages that a system searches: documents as they are, or cut by a chunker. */
export interface Chunking {
  /** Null where documents are the passages. */
  readonly chunker: SplitChunkerSpec | null;
  /** Null where documents are the passages. */
  readonly chunks: readonly PlacedChunk[] | null;
  readonly environment: StageContext;
}

/** What is shared by all that runs at once: caches, models, progress; and the passages by the chunker that cuts them. */
export class Session {
  readonly loaded = new Map<string, LoadedModel>();
  readonly remarks: Remark[] = [];
  readonly unknownDocuments = new Map<string, number>();
  readonly unevaluated = new Map<string, number>();
  private readonly caches = new Map<string, RowCache>();
  private readonly chunkings = new Map<string, Promise<Chunking>>();

  private constructor(
    readonly ports: Ports,
    readonly collection: string,
    readonly docs: readonly Doc[],
    private readonly read: string | null,
    /** The whole documents. */
    readonly corpus: Corpus,
    /** The questions that are asked. */
    readonly queries: readonly Query[],
    readonly tracker: Tracker,
    private readonly signal: AbortSignal,
  ) {}

  static async open(
    ports: Ports,
    { collection, queries, spec }: Opening,
    { signal, progress }: Pick<RunContext, 'signal' | 'progress'>,
  ): Promise<Session> {
    const tracker = new Tracker(plannedStages(spec), progress);
    tracker.say('reading-collection', null);
    const read = await documentsKey(ports, collection);
    const { docs, corpus } = await openCorpus(ports, collection, signal);
    checkFields(spec, docs);
    tracker.saidAll();
    return new Session(ports, collection, docs, read, corpus, queries, tracker, signal);
  }

  /** What a system searches, cut once for all systems that cut alike. */
  chunking({ chunker }: SystemSpec): Promise<Chunking> {
    const cuts = chunker && chunker.kind !== 'whole' ? chunker : null;
    const key = canonicalJson(cuts && { ...cuts, late: undefined });
    // A vector that is pooled late is of the same passage: the words of both are searched, and cached, as one.
    const base = this.chunkings.get(key) ?? this.cut(cuts);
    this.chunkings.set(key, base);
    return base.then((chunking) => ({ ...chunking, ...this.withChunker(chunking, cuts) }));
  }

  private withChunker(chunking: Chunking, chunker: SplitChunkerSpec | null): Pick<Chunking, 'chunker' | 'environment'> {
    return { chunker, environment: { ...chunking.environment, late: chunker?.late ? this.lateOf(chunking) : null } };
  }

  private lateOf({ chunks, environment }: Chunking): NonNullable<StageContext['late']> {
    const places = new Map(chunks!.map(({ id, place }) => [id, place]));
    return {
      places: environment.corpus.ids.map((id): Place => places.get(id)!),
      texts: new Map(this.docs.map(({ id, text }) => [id, text])),
    };
  }

  private async cut(chunker: SplitChunkerSpec | null): Promise<Chunking> {
    if (!chunker) return { chunker, chunks: null, environment: this.environment(this.corpus) };
    this.tracker.say('chunking', null);
    const { ports, collection, docs, read, signal } = this;
    const { chunks, corpus } = await openPassages(ports, collection, docs, read, chunker, signal);
    this.tracker.saidAll();
    return { chunker, chunks, environment: this.environment(corpus) };
  }

  private environment(corpus: Corpus): StageContext {
    const { collection, queries, ports, tracker, loaded, remarks, unknownDocuments, unevaluated } = this;
    return {
      collection,
      corpus,
      queries,
      ports,
      signal: this.signal,
      tracker,
      rows: (namespace) => {
        const cache = this.caches.get(namespace) ?? new RowCache(ports.storage, collection, namespace);
        this.caches.set(namespace, cache);
        return cache;
      },
      loaded,
      remarks,
      unknownDocuments,
      unevaluated,
      late: null,
    };
  }
}

export interface Opening {
  /** Id of the collection. */
  readonly collection: string;
  readonly queries: readonly Query[];
  readonly spec: ExperimentSpec;
}

/** What the judgments of whole documents say. */
export function documentTruth({ judgments, requirements = [] }: Questions): GroundTruth {
  const qrels = toQrels(judgments);
  return {
    qrels,
    requirements: new Map(requirements.map(({ query, needs }) => [query, needs])),
    maxGrade: highestGrade(qrels),
  };
}

/** What the judgments say of the passages of a cutting. */
export function passageTruth(
  docs: readonly Doc[],
  { chunks }: Chunking,
  questions: Questions,
  relevance: number,
): GroundTruth {
  const whole = documentTruth(questions);
  if (!chunks) return whole;
  return { ...chunkedTruth(docs, chunks, questions, relevance), maxGrade: whole.maxGrade };
}
