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
import type { DocId, Json, QueryId } from '../base/types';

/** Lowest and highest value that a measure could have under other orders of documents with equal scores. */
export interface TieRange {
  readonly low: number;
  readonly high: number;
  /** Questions in which the order matters. */
  readonly questions: number;
}

export interface SystemResult extends SystemReport {
  /** Of an external run; null for what was made here. */
  readonly file: string | null;
  /** Questions with at least one result. */
  readonly answered: number;
  /**
   * By measure whose values are ratio estimates: the unbiased ones of the sum that they divide, aligned with the questions.
   * Absent where no passages were sampled.
   */
  readonly sums?: Readonly<Record<string, Float64Array>>;
  readonly ties: Readonly<Record<string, TieRange>>;
  /** Share of unjudged documents among those retrieved within k, over all questions, by k. */
  readonly unjudged: Readonly<Record<number, number>>;
  readonly depth: number;
  /** Rank of the first relevant document of each question; 0 where none was found within the depth. */
  readonly firstRelevant: Uint32Array;
  /** The first passages of each question, as positions in the result's `docs`. */
  readonly top: PackedRankings;
}

export type { Timings } from '../domain/report/report';

/** What each stage counts, as results name it; in the order in which they run. */
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
  /** Null where they are those of the collection. */
  'unjudged-questions': { system: string | null; questions: number };
  'few-questions': { questions: number };
  'ongoing-judging': OngoingJudging;
  unanswered: {
    missing: ExperimentSpec['missing'];
    systems: { id: string; questions: number }[];
  };
  'unknown-documents': { system: string; documents: number };
  'unmatched-texts': { texts: number };
  depths: { shortest: number; longest: number; measures: readonly string[] };
  'one-thread': null;
  remark: Remark;
  'no-relevant': { questions: number };
}

/** What a stage did otherwise than asked, or what one must know to read its figures. */
export interface RemarkData {
  'filter-unnamed': FieldUnnamed;
  'boost-unnamed': FieldUnnamed;
  'index-not-kept': null;
  'rewrites-asked': { name: string; original: boolean; without: number; questions: number; filtered: boolean };
  /** Contexts from a file: `given` of the passages have one, and `unmatched` contexts name no passage. */
  'contexts-indexed': { name: string; chunking: string } & ContextMatches;
  'vectors-elsewhere': { name: string };
  'vectors-missing': { name: string; missing: number; questions: number };
  'vectors-outdated': { name: string; edited: number; questions: number };
  'trained-on-asked': { kind: string; seen: number; questions: number };
  'went-on': { failure: 'memory' | 'lost'; unit: string; before: number; after: number };
}

type FieldUnnamed = { field: string; unnamed: number; questions: number };

export type Remark = Problem<RemarkData>;

/** With its sentence where an earlier version stored it. */
type ResultWarning = Problem<WarningData> | { readonly code: keyof WarningData; readonly message: string };

export interface SearchedPassages {
  /** Null where documents were the passages. */
  readonly chunker: ChunkerSpec | null;
  readonly passages: number;
  readonly characters: number;
}

export interface TrainingReport {
  readonly questions: number;
  /** Trees that were kept, or steps that were made. */
  readonly rounds: number;
  /** Trees or steps at most. */
  readonly most: number;
  /** Whether a linear learner came to the minimum; null for trees, which have none. */
  readonly converged: boolean | null;
  readonly heldOut: number;
  readonly milliseconds: number;
  readonly importances: FeatureImportances;
}

export interface FoldReport extends TrainingReport {
  /** Questions that its model scored, and did not see. */
  readonly scored: number;
}

export interface LearnedReport {
  readonly learner: LearnerOptions;
  /** Candidates of all questions, and those with a grade above 0. */
  readonly candidates: number;
  readonly relevant: number;
  readonly telling: number;
  readonly folds: readonly FoldReport[];
  /** The training on all questions, for use elsewhere. Unscored: on its own questions it would be optimistic. */
  readonly whole: TrainingReport;
  readonly trained: TrainedSpec;
}

/** The first passages that some systems found, to be judged. */
export interface PoolRun {
  readonly queries: readonly QueryId[];
  readonly docs: readonly DocId[];
  readonly spec: ExperimentSpec;
  readonly systems: readonly Pick<SystemResult, 'id' | 'top'>[];
}

/** Form of a {@link ResultRecord}, raised when fields are added or change; others stay, read as {@link OtherResult}. */
export const RESULT_VERSION = 3;

export interface ResultHeader {
  readonly version: number;
  readonly collection: string;
  /** Hash of the experiment and of the collection's content: the same experiment has the same key. */
  readonly key: string;
  readonly createdAt: number;
  readonly systemCount: number;
  readonly queryCount: number;
  readonly lists: ExperimentSpec['lists'];
  readonly spec?: ExperimentSpec;
  /** By the first of its measures, by system; absent in headers that earlier versions wrote. */
  readonly figures?: { readonly measure: string; readonly means: Readonly<Record<string, number>> };
  /** Absent where every question was judged. */
  readonly judging?: StoredJudging;
}

export interface NoAnswerResult extends NoAnswerReport {
  readonly questions: readonly QueryId[];
}

export interface ResultRecord {
  readonly version: typeof RESULT_VERSION;
  readonly collection: string;
  /** As in {@link ResultHeader}. */
  readonly key: string;
  readonly createdAt: number;
  readonly spec: ExperimentSpec;
  /** Hash of the questions and judgments that were evaluated: another one means that they were edited since. */
  readonly questionsKey: string;
  readonly queries: readonly QueryId[];
  /** Ids of the documents that `top` refers to. */
  readonly docs: readonly DocId[];
  readonly systems: readonly SystemResult[];
  /** The passages that were searched, once for each chunker. */
  readonly chunkings: readonly SearchedPassages[];
  readonly counts: readonly StageCount[];
  readonly warnings: readonly ResultWarning[];
  /** Versions, hashes, devices and counts: what reproducing this result needs. Files have the warnings in it too. */
  readonly manifest: Json;
  /** Absent where every question was judged: what the figures can mean depends on it. */
  readonly judging?: OngoingJudging;
  /** How systems tell questions without an answer from the others; absent where no question is marked so. */
  readonly noAnswer?: NoAnswerResult;
  /** Whether it came with the app, computed in advance. */
  readonly shipped?: true;
}

/** Whether a result is in the form of this version, with no retired part in its systems or in how it was judged. */
export const isCurrent = (result: OtherResult): result is ResultRecord =>
  result.version === RESULT_VERSION &&
  retiredSystems(result.spec).length === 0 &&
  (result.judging === undefined || result.judging.queue === 'questions');

/** What results of every form have, those with retired parts among them. */
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

function figuresOf({
  systems,
  spec,
}: Pick<ResultRecord | OtherResult, 'systems' | 'spec'>): Pick<ResultHeader, 'figures'> {
  const measure = firstMeasure(spec.measures.filter((text) => systems.some(({ measures }) => text in measures)));
  if (measure === null) return {};
  const means = systems.flatMap(({ id, measures }) =>
    measures[measure] === undefined || Number.isNaN(measures[measure]) ? [] : [[id, measures[measure]]],
  );
  return { figures: { measure, means: Object.fromEntries(means) as Record<string, number> } };
}
