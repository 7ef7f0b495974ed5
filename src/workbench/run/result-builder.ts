import type { Problem } from '../../base/problem';
import {
  type Remark,
  type SystemResult,
  type WarningData,
  RESULT_VERSION,
  type ResultRecord,
} from '../../contract/result';
import { type OngoingJudging, type CountedQuestions, unanswerableQuestions } from '../../domain/evidence/counted';
import { measureOf, readsText } from '../../domain/measures/parse';
import type { ExperimentSpec, SystemSpec } from '../../domain/experiment/experiment';
import { FEW_QUESTIONS } from '../../domain/statistics/paired';
import type { Query, QueryId, Ranking } from '../../base/types';
import { type RandomOrder, randomOrder } from '../../domain/statistics/random-order';
import type { GroundTruth } from '../../domain/scoring/ground-truth';
import type { Latency } from '../../domain/report/report';
import { DocNumbers, firstScoresOf } from '../../domain/run/packed';
import { groupBy } from '../../base/containers';
import { canonicalJson, distinct } from '../../base/hash';
import { chunkerName, type ChunkerSpec } from '../../domain/chunk/chunker-spec';
import { searchOf } from '../../domain/experiment/retrievers';
import { mergeSummary } from '../../domain/judging/judges-agreement';
import { type CutCorpus, cutCorpus, manifestOf } from './manifest';
import { questionsIn } from '../../domain/splits/splits';
import { questionsKey } from '../kernel/questions';
import type { RunSystem, Session } from './session';
import { scoreSystem } from './stages/score';
import { isImported } from '../../domain/experiment/parts';
import type { RunInput } from '../kernel/run-types';

export interface Truncated {
  readonly system: string;
  readonly passages: number | null;
  readonly of: number;
  readonly pairs: number | null;
}

export interface RunObservations {
  readonly spec: ExperimentSpec;
  readonly queries: readonly Query[];
  readonly truths: readonly GroundTruth[];
  readonly judging: OngoingJudging | null;
  readonly unjudgedQuestions: number;
  readonly truncated: readonly Truncated[];
  readonly oneThread: boolean;
  readonly remarks: readonly Remark[];
  readonly unknownDocuments: ReadonlyMap<string, number>;
  readonly unevaluated: ReadonlyMap<string, number>;
  readonly randomOrders: readonly ({ readonly id: string } & RandomOrder)[];
  readonly systems: readonly SystemResult[];
  readonly chunkings: readonly Pick<CutCorpus, 'chunker' | 'hash'>[];
}

type Warning = Problem<WarningData>;

export function warningsOf(observed: RunObservations): Warning[] {
  const { queries, oneThread, remarks, judging } = observed;
  return [
    ...(judging ? [{ code: 'ongoing-judging', data: judging } as const] : []),
    ...ofTies(observed),
    ...ofTruncation(observed),
    ...ofRuns(observed),
    ...ofGroundTruth(observed),
    ...ofUnjudged(observed),
    ...ofChunkings(observed),
    ...some(queries.length < FEW_QUESTIONS, { code: 'few-questions', data: { questions: queries.length } }),
    ...some(oneThread, { code: 'one-thread', data: null }),
    ...remarks.map((remark): Warning => ({ code: 'remark', data: remark })),
  ];
}

const some = (isSo: boolean, warning: Warning): Warning[] => (isSo ? [warning] : []);

function ofTies({ systems }: RunObservations): Warning[] {
  const tied = systems.flatMap(({ id, ties, measures }) => {
    const [widest] = Object.entries(ties).sort(([, a], [, b]) => b.high - b.low - (a.high - a.low));
    if (!widest) return [];
    const [measure, range] = widest;
    return [{ id, measure, value: measures[measure]!, ...range }];
  });
  return some(tied.length > 0, { code: 'ties', data: { systems: tied } });
}

function ofTruncation({ truncated }: RunObservations): Warning[] {
  const passages = truncated.flatMap(({ system: id, passages: cut, of }) => (cut === null ? [] : [{ id, cut, of }]));
  const pairs = truncated.flatMap(({ system: id, pairs: cut }) => (cut === null ? [] : [{ id, cut }]));
  const isCut = ({ cut }: { readonly cut: number }): boolean => cut > 0;
  return [
    ...some(passages.some(isCut), { code: 'truncated-passages', data: { systems: passages } }),
    ...some(pairs.some(isCut), { code: 'truncated-pairs', data: { systems: pairs } }),
  ];
}

function ofRuns({ systems, spec, queries, unknownDocuments, unevaluated, randomOrders }: RunObservations): Warning[] {
  const missing = systems
    .map(({ id, answered }) => ({ id, questions: queries.length - answered }))
    .filter(({ questions }) => questions > 0);
  const depths = systems.map(({ depth }) => depth);
  const measures = spec.measures.filter((text) => measureOf(text).cutoff === null && !readsText(text));
  const [shortest, longest] = [Math.min(...depths), Math.max(...depths)];
  const isUneven = measures.length > 0 && systems.some(({ file }) => file !== null) && longest > 2 * shortest;
  return [
    ...[...unknownDocuments].map(([system, documents]): Warning => ({
      code: 'unknown-documents',
      data: { system, documents },
    })),
    ...[...unevaluated].map(([system, questions]): Warning => ({
      code: 'unjudged-questions',
      data: { system, questions },
    })),
    ...some(randomOrders.length > 0, { code: 'random-order', data: { systems: [...randomOrders] } }),
    ...some(missing.length > 0, { code: 'unanswered', data: { missing: spec.missing, systems: missing } }),
    ...some(isUneven, { code: 'depths', data: { shortest, longest, measures } }),
  ];
}

function ofChunkings({ chunkings }: RunObservations): Warning[] {
  const whole: ChunkerSpec = { kind: 'whole' };
  const named = chunkings.map(({ chunker, hash }) => ({ spec: chunker ?? whole, hash }));
  // Embedded late, the same passages have other vectors.
  const byPassages = groupBy(named, ({ spec, hash }) => `${hash} ${spec.kind !== 'whole' && spec.late}`);
  const alike = [...byPassages.values()].filter(({ length }) => length > 1);
  const names = alike.map((group) => group.map(({ spec }) => chunkerName(spec)));
  return some(alike.length > 0, { code: 'same-passages', data: { chunkings: names } });
}

function ofGroundTruth({ queries, truths, spec, unjudgedQuestions, judging }: RunObservations): Warning[] {
  const [first] = truths;
  if (!first) return [];
  const isRelevant = (grade: number): boolean => grade >= spec.relevance;
  const empty = queries.filter(({ id }) => ![...(first.qrels.get(id)?.values() ?? [])].some(isRelevant)).length;
  const lostIn = ({ requirements }: GroundTruth): number =>
    [...requirements.values()].flat().filter(({ docs }) => docs.length === 0).length;
  const lost = Math.max(...truths.map(lostIn));
  return [
    ...some(empty > 0, { code: 'no-relevant', data: { questions: empty } }),
    ...some(unjudgedQuestions > 0 && !judging, {
      code: 'unjudged-questions',
      data: { system: null, questions: unjudgedQuestions },
    }),
    ...some(lost > 0, { code: 'unmatched-texts', data: { texts: lost } }),
  ];
}

function ofUnjudged({ systems, spec }: RunObservations): Warning[] {
  const k = Math.max(...spec.ks);
  const shares = systems.map(({ id, unjudged }) => ({ id, share: unjudged[k] ?? 0 }));
  return some(
    shares.some(({ share }) => share > 0),
    { code: 'unjudged', data: { k, systems: shares } },
  );
}

function* gainsOf(
  rankings: readonly Ranking[],
  queries: readonly Query[],
  { qrels }: GroundTruth,
  relevance: number,
): Generator<readonly number[]> {
  for (const [i, { id }] of queries.entries()) {
    const grades = qrels.get(id);
    if (!grades) continue;
    yield rankings[i]!.map((hit) => {
      const grade = grades.get(hit.id) ?? 0;
      return grade >= relevance ? grade : 0;
    });
  }
}

export class ResultBuilder {
  private readonly scored: SystemResult[] = [];
  private readonly docs = new DocNumbers();
  private readonly truncated: Truncated[] = [];
  private readonly chunkings = new Map<string, CutCorpus>();
  private readonly truths: GroundTruth[] = [];
  private readonly randomOrders: ({ readonly id: string } & RandomOrder)[] = [];

  constructor(
    private readonly session: Session,
    private readonly input: RunInput & Pick<CountedQuestions, 'judging'>,
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
    const { rankings } = byK.get(Math.max(...spec.ks))!;
    const order = randomOrder(gainsOf(rankings, queries, truth, spec.relevance));
    if (order) this.randomOrders.push({ id: system.id, ...order });
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

  addLatencies(latencies: ReadonlyMap<string, Latency>): void {
    for (const [i, system] of this.scored.entries()) {
      const latency = latencies.get(system.id);
      if (latency) this.scored[i] = { ...system, latency };
    }
  }

  get firstScores(): ReadonlyMap<string, Float64Array> {
    return new Map(this.scored.map(({ id, top }) => [id, firstScoresOf(top)]));
  }

  async build(noAnswer: ResultRecord['noAnswer'] | null = null): Promise<ResultRecord> {
    const { queries, corpus, loaded, tracker, ports, excluded } = this.session;
    const { collection, questions, spec, judging } = this.input;
    const systems = [...this.scored];
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
      ...(excluded ? { excluded } : {}),
      ...(judging ? { judging } : {}),
      ...(noAnswer ? { noAnswer } : {}),
    };
  }

  private warnings(systems: readonly SystemResult[], judging: OngoingJudging | null) {
    const { queries, ports, remarks, unknownDocuments, unevaluated } = this.session;
    const chunkings = [...this.chunkings.values()];
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
      randomOrders: this.randomOrders,
      systems,
      chunkings,
    });
  }
}
