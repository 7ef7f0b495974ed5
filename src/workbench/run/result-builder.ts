import { RESULT_VERSION, type ResultRecord, type SystemResult } from '../../contract/result';
import type { SystemSpec } from '../../domain/experiment/experiment';
import { type CountedQuestions, type OngoingJudging, unanswerableQuestions } from '../../domain/evidence/counted';
import type { Latency } from '../../domain/report/report';
import type { QueryId } from '../../base/types';
import { DocNumbers, firstScoresOf } from '../../domain/run/packed';
import { canonicalJson, distinct } from '../../base/hash';
import { searchOf } from '../../domain/retrieval/retriever-spec';
import { mergeSummary } from '../../domain/judging/merge/summary';
import { type CutCorpus, cutCorpus, manifestOf } from './manifest';
import { questionsIn } from '../../domain/splits/question-splits';
import { questionsKey } from '../kernel/questions-key';
import type { RunSystem } from './runners';
import type { Session } from './session';
import type { GroundTruth } from './ground-truth';
import { estimatedFigures } from './sampled-figures';
import { scoreSystem } from './stages/score';
import { isImported } from './stages/system';
import type { RunInput } from '../kernel/run-types';
import { type Truncated, warningsOf } from './warnings';

/** Scores systems as they are run, and makes the result of those that are there. */
export class ResultBuilder {
  private readonly scored: SystemResult[] = [];
  private readonly docs = new DocNumbers();
  private readonly truncated: Truncated[] = [];
  private readonly chunkings = new Map<string, CutCorpus>();
  /** Of each system: passages of other chunkers are judged otherwise. */
  private readonly truths: GroundTruth[] = [];

  constructor(
    private readonly session: Session,
    private readonly input: RunInput & Pick<CountedQuestions, 'judging' | 'draw'>,
    readonly key: string,
  ) {}

  get empty(): boolean {
    return this.scored.length === 0;
  }

  async add(system: SystemSpec, { byK, truth, context }: RunSystem): Promise<void> {
    const { tracker, queries, signal, corpus } = context;
    tracker.expect('score', queries.length);
    signal.throwIfAborted();
    const { spec } = this.input;
    this.scored.push(await scoreSystem(context, spec, system, byK, truth, (doc) => this.docs.of(doc)));
    this.truths.push(truth);
    const chunker = system.chunker ?? null;
    if (!isImported(system)) this.chunkings.set(canonicalJson(chunker), cutCorpus(chunker, corpus));
    const runs = [...byK.values()];
    const embeds = system.retrievers.some((retriever) => searchOf(retriever).kind === 'dense');
    this.truncated.push({
      system: system.id,
      passages: embeds ? Math.max(...runs.map(({ truncatedPassages }) => truncatedPassages)) : null,
      of: corpus.texts.length,
      pairs: system.rerank ? Math.max(...runs.map(({ truncatedPairs }) => truncatedPairs)) : null,
    });
    tracker.computed('score', queries.length);
    tracker.finish('score');
  }

  /** @param latencies by system */
  addLatencies(latencies: ReadonlyMap<string, Latency>): void {
    for (const [i, system] of this.scored.entries()) {
      const latency = latencies.get(system.id);
      if (latency) this.scored[i] = { ...system, latency };
    }
  }

  /** Of the first passage of each question, by system; −Infinity where it has none. */
  get firstScores(): ReadonlyMap<string, Float64Array> {
    return new Map(this.scored.map(({ id, top }) => [id, firstScoresOf(top)]));
  }

  /** @param noAnswer null where no question is marked as without an answer */
  async build(noAnswer: ResultRecord['noAnswer'] | null = null): Promise<ResultRecord> {
    const { queries, corpus, loaded, tracker, ports } = this.session;
    const { collection, questions, spec } = this.input;
    const { systems, judging } = await this.estimated();
    const createdAt = Date.now();
    const counts = tracker.counts();
    const evaluated = queries.length;
    const chunkings = [...this.chunkings.values()];
    const judged = new Set(queries.map(({ id }) => id));
    const isJudged = ({ query }: { readonly query: QueryId }): boolean => judged.has(query);
    const hashes = {
      questionsHash: await questionsKey({ queries, judgments: [] }),
      judgmentsHash: await questionsKey({
        queries: [],
        judgments: questions.judgments.filter(isJudged),
        requirements: (questions.requirements ?? []).filter(isJudged),
      }),
    };
    const made = { collection, corpus, chunkings, spec, createdAt, counts, loaded, evaluated, judging };
    const { storage } = ports;
    const judges = await storage.judges.get(collection.id);
    const merged = judges && mergeSummary(judges, await storage.questions.acts(collection.id));
    return {
      version: RESULT_VERSION,
      collection: collection.id,
      key: this.key,
      createdAt,
      spec,
      questionsKey: await questionsKey(questions),
      queries: queries.map(({ id }) => id),
      docs: this.docs.ids,
      systems,
      chunkings: chunkings.map(({ chunker, passages, characters }) => ({ chunker, passages, characters })),
      counts,
      warnings: this.warnings(systems, judging),
      manifest: manifestOf(ports, { ...made, merged, ...hashes }),
      ...(judging ? { judging } : {}),
      ...(noAnswer ? { noAnswer } : {}),
    };
  }

  /** The systems with what their figures are while judging goes on: as they were scored, or estimates. */
  private async estimated(): Promise<{ systems: readonly SystemResult[]; judging: OngoingJudging | null }> {
    const { spec, questions, judging, draw } = this.input;
    const systems = [...this.scored];
    if (!judging || !draw) return { systems, judging };
    const { queries, docs } = this.session;
    const scored = { spec, queries: queries.map(({ id }) => id), docs: this.docs.ids, systems };
    const { figures, systems: estimated } = await estimatedFigures(scored, draw, questions, docs);
    return { systems: estimated, judging: { ...judging, sample: figures } };
  }

  private warnings(systems: readonly SystemResult[], judging: OngoingJudging | null) {
    const { queries, ports, remarks, unknownDocuments, unevaluated } = this.session;
    const { questions, spec } = this.input;
    const asked = questionsIn(spec.split, questions);
    return warningsOf({
      spec,
      queries,
      truths: this.truths,
      judging,
      unjudgedQuestions: asked.queries.length - unanswerableQuestions(asked).length - queries.length,
      truncated: this.truncated,
      oneThread: !ports.isolated && this.scored.some(({ file }) => file === null),
      remarks: distinct(remarks),
      unknownDocuments,
      unevaluated,
      systems,
    });
  }
}
