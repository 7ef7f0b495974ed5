import type { LoadedModel } from '../../contract/model-workers';
import type { Remark } from '../../contract/result';
import type { PlacedChunk } from '../../domain/chunk/chunked-truth';
import { chunkerName, type ChunkerSpec, contextsFileOf, isPlainWhole } from '../../domain/chunk/chunker-spec';
import type { ExperimentSpec, SystemSpec } from '../../domain/experiment/experiment';
import { valueOf } from '../../base/containers';
import { canonicalJson } from '../../base/hash';
import type { Doc, DocId, Place, Query, Ranking } from '../../base/types';
import { excludedDocs } from '../../domain/chunk/excluded';
import { type Corpus, documentsKey, openCorpus, openPassages } from '../kernel/corpus';
import { plannedStages } from './plan';
import type { Ports } from '../kernel/ports';
import { RowCache } from '../kernel/row-cache';
import type { StageContext } from './stage-context';
import { HeldVectors } from './stages/vector-table';
import { Tracker } from '../kernel/tracker';
import type { Following, RunProgress } from '../kernel/run-types';
import { HitrateError } from '../../contract/errors';
import { numberOf } from '../../domain/retrieval/metadata/field-values';
import { missingFields, numbersOfSystem } from '../../domain/experiment/missing';
import type { Questions } from '../../contract/storage';
import { aggregateRanking, type DocumentAggregate } from '../../domain/run/aggregate';
import { documentTruth, type GroundTruth, passageTruth } from '../../domain/scoring/ground-truth';
import { type SystemRun, SystemRunner } from './stages/system';

export interface Chunking {
  readonly chunker: ChunkerSpec | null;
  readonly chunks: readonly PlacedChunk[] | null;
  readonly context: StageContext;
}

export class Session {
  readonly loaded = new Map<string, LoadedModel>();
  readonly remarks: Remark[] = [];
  readonly unknownDocuments = new Map<string, number>();
  readonly unevaluated = new Map<string, number>();
  readonly excluded: readonly (readonly DocId[])[] | null;
  private readonly caches = new Map<string, RowCache>();
  private readonly held = { passage: new HeldVectors(), question: new HeldVectors() };
  private readonly chunkings = new Map<string, Promise<Chunking>>();

  private constructor(
    readonly ports: Ports,
    readonly collection: string,
    readonly docs: readonly Doc[],
    private readonly read: string | null,
    readonly corpus: Corpus,
    readonly queries: readonly Query[],
    readonly tracker: Tracker,
    private readonly signal: AbortSignal,
    private readonly aside: readonly Query[],
    private readonly ownDocument: ExperimentSpec['ownDocument'],
  ) {
    this.excluded = excludedDocs(queries, docs, ownDocument);
    const questions = this.excluded?.filter(({ length }) => length > 0).length ?? 0;
    if (questions > 0) this.remarks.push({ code: 'excluded', data: { questions } });
  }

  static async open(
    ports: Ports,
    { collection, queries, spec, timed = false, aside = [] }: Opening,
    { signal, progress }: Following<RunProgress>,
  ): Promise<Session> {
    const tracker = new Tracker(plannedStages(spec, timed), progress);
    tracker.say('reading-collection', null);
    const read = await documentsKey(ports, collection);
    const { docs, corpus } = await openCorpus(ports, collection, signal);
    checkFields(spec, docs);
    tracker.saidAll();
    return new Session(ports, collection, docs, read, corpus, queries, tracker, signal, aside, spec.ownDocument);
  }

  asking(queries: readonly Query[]): Session {
    const { ports, collection, docs, read, corpus, tracker, signal } = this;
    return new Session(ports, collection, docs, read, corpus, queries, tracker, signal, this.queries, this.ownDocument);
  }

  chunking({ chunker }: SystemSpec): Promise<Chunking> {
    const made = chunker && !isPlainWhole(chunker) ? chunker : null;
    const key = canonicalJson(made && { ...made, late: undefined });
    return valueOf(this.chunkings, key, () => this.cut(made)).then((chunking) => {
      const late = made && made.kind !== 'whole' && made.late ? this.lateOf(chunking) : null;
      return { ...chunking, chunker: made, context: { ...chunking.context, late } };
    });
  }

  private lateOf({ chunks, context }: Chunking): NonNullable<StageContext['late']> {
    const places = new Map(chunks!.map(({ id, place }) => [id, place]));
    return {
      places: context.corpus.ids.map((id): Place => places.get(id)!),
      texts: new Map(this.docs.map(({ id, text }) => [id, text])),
    };
  }

  private async cut(chunker: ChunkerSpec | null): Promise<Chunking> {
    if (!chunker) return { chunker, chunks: null, context: this.context(this.corpus) };
    this.tracker.say('chunking', null);
    const { ports, collection, docs, read, signal } = this;
    const { chunks, corpus, matches } = await openPassages(ports, collection, docs, read, chunker, signal);
    this.tracker.saidAll();
    const file = contextsFileOf(chunker);
    if (file && matches) {
      const data = { name: file.name, chunking: chunkerName(chunker), ...matches };
      this.remarks.push({ code: 'contexts-indexed', data });
    }
    return { chunker, chunks: chunker.kind === 'whole' ? null : chunks, context: this.context(corpus) };
  }

  private context(corpus: Corpus): StageContext {
    const { collection, queries, ports, tracker, held, loaded, remarks, excluded } = this;
    const { unknownDocuments, unevaluated, aside } = this;
    return {
      collection,
      corpus,
      queries,
      ports,
      signal: this.signal,
      tracker,
      rows: (namespace) => valueOf(this.caches, namespace, () => new RowCache(ports.storage, collection, namespace)),
      held,
      loaded,
      remarks,
      excluded,
      unknownDocuments,
      unevaluated,
      late: null,
      aside: new Set(aside.map(({ id }) => id)),
    };
  }
}

export interface Opening {
  readonly collection: string;
  readonly queries: readonly Query[];
  readonly spec: ExperimentSpec;
  readonly timed?: boolean;
  readonly aside?: readonly Query[];
}

/** @throws {HitrateError} where a system reads a field that no document has, or a number where none is */
function checkFields({ systems }: ExperimentSpec, docs: readonly Doc[]): void {
  const fields = new Set(docs.flatMap(({ metadata }) => Object.keys(metadata ?? {})));
  const [missing] = missingFields(systems, [...fields]);
  if (missing) throw new HitrateError(missing.code, missing.data);
  for (const system of systems) {
    const field = numbersOfSystem(system).find((each) => !docs.some((doc) => numberOf(doc, each) !== undefined));
    if (field !== undefined) throw new HitrateError('system-field-no-number', { system: system.id, field });
  }
}

export interface RunSystem {
  readonly byK: ReadonlyMap<number, SystemRun>;
  readonly truth: GroundTruth;
  readonly context: StageContext;
}

export class Runners {
  private readonly open = new Map<string, { readonly runner: SystemRunner; readonly truth: GroundTruth }>();

  constructor(
    private readonly session: Session,
    private readonly spec: ExperimentSpec,
    private readonly questions: Questions,
  ) {}

  async run(system: SystemSpec): Promise<RunSystem> {
    const chunking = await this.session.chunking(system);
    const { runner, truth } = this.runnerOf(chunking);
    const { context, chunks } = chunking;
    const byK = await this.atEveryK(context, runner, system);
    const read = documentReader(chunks, this.spec.aggregate);
    if (!read) return { byK, truth, context };
    return { byK: readBy(read, byK), truth: documentTruth(this.session.docs, this.questions), context };
  }

  runnerOf(chunking: Chunking) {
    return valueOf(this.open, canonicalJson(chunking.chunker), () => {
      const truth = passageTruth(this.session.docs, chunking.chunks, this.questions, this.spec.relevance);
      return { runner: new SystemRunner(chunking.context, this.spec, truth), truth };
    });
  }

  private async atEveryK({ signal }: StageContext, runner: SystemRunner, system: SystemSpec) {
    const { ks, lists, depth } = this.spec;
    const byK = new Map<number, SystemRun>();
    for (const k of ks) {
      signal.throwIfAborted();
      const first = [...byK.values()][0];
      byK.set(k, lists === 'depth' && first ? first : await runner.run(system, lists === 'k' ? k : depth));
    }
    return byK;
  }
}

type ReadRanking = (ranking: Ranking) => Ranking;

/** Reads rankings of chunks as rankings of documents; null where they are read as they are. */
export function documentReader(
  chunks: readonly PlacedChunk[] | null,
  aggregate: DocumentAggregate | undefined,
): ReadRanking | null {
  if (!chunks || !aggregate) return null;
  const places = new Map(chunks.map(({ id, place }) => [id, place]));
  return (ranking) => {
    const found = ranking.map(({ id }) => places.get(id)!);
    return aggregateRanking(ranking, found, aggregate);
  };
}

function readBy(read: ReadRanking, byK: RunSystem['byK']): RunSystem['byK'] {
  const runs = new Map([...new Set(byK.values())].map((run) => [run, { ...run, rankings: run.rankings.map(read) }]));
  return new Map([...byK].map(([k, run]) => [k, runs.get(run)!]));
}
