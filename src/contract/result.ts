import { firstMeasure } from '../domain/measures/first-measure';
import type { FeatureImportances } from '../domain/ltr/model';
import type { LearnerOptions, TrainedSpec } from '../domain/ltr/learned-spec';
import type { Problem } from '../base/problem';
import type { Report, SystemReport } from '../domain/report/report';
import type { ContextMatches } from '../domain/chunk/written-contexts';
import type { ChunkerSpec } from '../domain/chunk/chunker-spec';
import type { ExperimentSpec } from '../domain/experiment/experiment';
import { retiredSystems } from '../domain/experiment/retired';
import type { NoAnswerReport } from '../domain/no-answer/no-answer';
import type { OngoingJudging, StoredJudging } from '../domain/evidence/counted';
import type { PackedRankings } from '../domain/run/packed';
import type { ScoredColumns } from '../domain/scoring/score-columns';
import type { RandomOrder } from '../domain/statistics/random-order';
import type { DocId, Json, QueryId } from '../base/types';

export interface SystemResult extends SystemReport, ScoredColumns {
  readonly file: string | null;
  readonly answered: number;
  readonly depth: number;
  /** Rank of the first relevant document of each question; 0 where none was found within the depth. */
  readonly firstRelevant: Uint32Array;
  /** The first documents of each question, as positions in the result's `docs`. */
  readonly top: PackedRankings;
}

export type { TieRange, Timings } from '../domain/report/report';

export const STAGE_UNITS = {
  'lexical-index': 'passages',
  'lexical-search': 'questions',
  'passage-vectors': 'passages',
  'question-vectors': 'questions',
  'dense-search': 'questions',
  fuse: 'lists',
  learn: 'questions',
  rerank: 'pairs',
  score: 'lists',
  latency: 'questions',
} as const;
export type StageId = keyof typeof STAGE_UNITS;
export const STAGE_IDS = Object.keys(STAGE_UNITS) as readonly StageId[];

export interface StageCount {
  readonly stage: StageId;
  readonly unit: string;
  readonly computed: number;
  readonly reused: number;
}

export interface WarningData {
  ties: {
    systems: { id: string; questions: number; measure: string; value: number; low: number; high: number }[];
  };
  'truncated-passages': { systems: { id: string; cut: number; of: number }[] };
  'truncated-pairs': { systems: { id: string; cut: number }[] };
  unjudged: { k: number; systems: { id: string; share: number }[] };
  'unjudged-questions': { system: string | null; questions: number };
  'few-questions': { questions: number };
  'ongoing-judging': OngoingJudging;
  unanswered: {
    missing: ExperimentSpec['missing'];
    systems: { id: string; questions: number }[];
  };
  'unknown-documents': { system: string; documents: number };
  'random-order': { systems: ({ id: string } & RandomOrder)[] };
  'unmatched-texts': { texts: number };
  depths: { shortest: number; longest: number; measures: readonly string[] };
  'one-thread': null;
  remark: Remark;
  'no-relevant': { questions: number };
  /** Names of chunkings that cut the same passages. */
  'same-passages': { chunkings: string[][] };
}

export interface RemarkData {
  excluded: { questions: number };
  'filter-unnamed': FieldUnnamed;
  'boost-unnamed': FieldUnnamed;
  'index-not-kept': null;
  'rewrites-asked': { name: string; original: boolean; without: number; questions: number; filtered: boolean };
  'contexts-indexed': { name: string; chunking: string } & ContextMatches;
  'vectors-elsewhere': { name: string };
  'vectors-missing': { name: string; missing: number; questions: number };
  'vectors-outdated': { name: string; edited: number; questions: number };
  'trained-on-asked': { kind: string; seen: number; questions: number };
  'went-on': { failure: 'memory' | 'lost'; unit: string; before: number; after: number };
}

type FieldUnnamed = { field: string; unnamed: number; questions: number };

export type Remark = Problem<RemarkData>;

export interface SearchedPassages {
  /** Null where the system has no chunker: documents were the passages. */
  readonly chunker: ChunkerSpec | null;
  readonly passages: number;
  readonly characters: number;
}

export interface TrainingReport {
  readonly questions: number;
  readonly rounds: number;
  readonly most: number;
  readonly converged: boolean | null;
  readonly heldOut: number;
  readonly milliseconds: number;
  readonly importances: FeatureImportances;
}

export interface FoldReport extends TrainingReport {
  readonly scored: number;
}

export interface LearnedReport {
  readonly learner: LearnerOptions;
  readonly candidates: number;
  readonly relevant: number;
  readonly telling: number;
  readonly folds: readonly FoldReport[];
  readonly whole: TrainingReport;
  readonly trained: TrainedSpec;
}

/** Form of a {@link ResultRecord}, raised when fields are added or change; others stay, read as {@link OtherResult}. */
export const RESULT_VERSION = 3;

export interface ResultHeader extends Pick<OtherResult, 'version' | 'collection' | 'key' | 'createdAt' | 'judging'> {
  readonly systemCount: number;
  readonly queryCount: number;
  readonly lists: ExperimentSpec['lists'];
  readonly spec?: ExperimentSpec;
  readonly figures?: { readonly measure: string; readonly means: Readonly<Record<string, number>> };
}

export interface NoAnswerResult extends NoAnswerReport {
  readonly questions: readonly QueryId[];
}

export interface ResultRecord {
  readonly version: typeof RESULT_VERSION;
  readonly collection: string;
  /** Hash of the experiment, of what it reads and of versions: the same experiment has the same key. */
  readonly key: string;
  readonly createdAt: number;
  readonly spec: ExperimentSpec;
  /** Hash of the questions and judgments it was scored by; where the collection has another, they were edited since. */
  readonly questionsKey: string;
  readonly queries: readonly QueryId[];
  /** What was left out of the lists of each question. */
  readonly excluded?: readonly (readonly DocId[])[];
  readonly docs: readonly DocId[];
  readonly systems: readonly SystemResult[];
  readonly chunkings: readonly SearchedPassages[];
  readonly counts: readonly StageCount[];
  readonly warnings: readonly (Problem<WarningData> | { readonly code: keyof WarningData; readonly message: string })[];
  readonly manifest: Json;
  /** Absent where every question was judged, or none was being judged by hand. */
  readonly judging?: OngoingJudging;
  readonly noAnswer?: NoAnswerResult;
  /** Whether it came with the app, computed in advance. */
  readonly shipped?: true;
}

/** Whether a result is in the form of this version, with no retired part in its systems or in how it was judged. */
export const isCurrent = (result: OtherResult): result is ResultRecord =>
  result.version === RESULT_VERSION &&
  retiredSystems(result.spec).length === 0 &&
  (result.judging === undefined || result.judging.queue === 'questions');

/** Early results called their chunkings `cuttings`. */
export function withChunkings<Result extends object>(result: Result): Result {
  if (!('cuttings' in result)) return result;
  const { cuttings: chunkings, ...rest } = result;
  return { ...rest, chunkings } as object as Result;
}

export interface OtherResult
  extends
    Pick<ResultRecord, 'collection' | 'key' | 'createdAt' | 'spec'>,
    Pick<Report, 'systems' | 'queries' | 'manifest'> {
  readonly version: number;
  readonly judging?: StoredJudging;
}

export function headerOf(result: ResultRecord | OtherResult): ResultHeader {
  const { version, collection, key, createdAt, systems, queries, spec } = result;
  return {
    version,
    collection,
    key,
    createdAt,
    systemCount: systems.length,
    queryCount: queries.length,
    lists: spec.lists,
    spec,
    ...figuresOf(result),
    ...(result.judging ? { judging: result.judging } : {}),
  };
}

function figuresOf({ systems, spec }: Pick<ResultRecord | OtherResult, 'systems' | 'spec'>) {
  const measure = firstMeasure(spec.measures.filter((text) => systems.some(({ measures }) => text in measures)));
  if (measure === null) return {};
  const means = systems.flatMap(({ id, measures }) =>
    measures[measure] === undefined || Number.isNaN(measures[measure]) ? [] : [[id, measures[measure]]],
  );
  return { figures: { measure, means: Object.fromEntries(means) as Record<string, number> } };
}
