import type { CorrectedSystems, CorrectedSystemsInput } from '../domain/automatic-judges/corrected-systems';
import type { LossTest, LossTestsInput } from '../domain/check/loss-tests';
import type { SequentialPlanningInput, Prediction } from '../domain/planning/planning';
import type { SequentialInput, SequentialFigures } from '../domain/evidence/sequential';
import type { NoAnswerInput, NoAnswerReport } from '../domain/no-answer/no-answer';
import type { FigureChange, FigureChangesInput } from '../domain/run-comparison/figure-changes';
import type { SliceChanges, SliceChangesInput } from '../domain/slices/cells';
import type { SliceReport, SlicesInput } from '../domain/slices/report';
import type { Comparison, ComparisonInput } from '../domain/statistics/types';
import type { AnalyzerSpec, StopWordLanguage } from '../domain/text/analyzer-spec';
import type { Verdict, VerdictInput } from '../domain/verdict/types';
import type { SeenTable } from '../domain/dataset/roles/propose';
import type { Mappings } from '../domain/dataset/roles/with-roles';
import type { CountTokens } from '../domain/chunk/by-tokens';
import type { ChunkerSpec } from '../domain/chunk/chunker-spec';
import type { ContextMatches } from '../domain/chunk/written-contexts';
import type { PackedPlaces, PassageContext } from '../domain/chunk/places';
import type { CorpusIdentity, DescribedDocs, PreparedCorpus } from '../domain/dataset/corpus';
import type { EncoderApi, GeneratorApi, RerankerApi } from './model-workers';
import type { WorkspaceApi } from './workspace';
import type { DiskOffer, ModelChoice, ModelProgress, StoredModel } from './models';
import type { LearnedReport } from './result';
import type { DocumentSources, PreparedDocuments, RefreshedDocuments } from './storage';
import type { LanguageShare, Doc, DocId, Query, Span } from '../base/types';
import type { Vectors } from '../base/vectors';
import type { IdDifference } from '../domain/dataset/runs/ids-apart';
import type { ImportedRun, ImportOutcome, ImportProblem } from '../domain/dataset/outcome';
import type { ColumnChoice, FileReport, FoundTable } from '../domain/documents/file-report';
import type { Preparation } from '../domain/documents/preparation';
import type { PreparationEffects } from '../domain/documents/prepare';
import type { Truth } from '../domain/documents/relocate';
import type { LabInput } from '../domain/lab/questions';
import type { LabEvaluation, LabMove } from '../domain/lab/lab';
import type { LabMap, LabStep, MapPlan } from '../domain/lab/map';
import type { Tuned, TuneRequest } from '../domain/lab/tune';
import type { LearnedSpec } from '../domain/ltr/learned-spec';
import type { JudgeFile } from '../domain/judging/judge-files';
import type { Candidate, CheckedCandidate } from '../domain/questions/candidate';
import type { Generated, GenerateOptions } from '../domain/questions/generate/generate';
import type { PlacedQuestion } from '../domain/questions/place-questions';
import type { AgainstExact } from '../domain/retrieval/dense/against-exact';
import type { VectorSearchSpec } from '../domain/retrieval/dense/vector-search-spec';
import type { WordExplanation } from '../domain/retrieval/lexical/search';
import type { StoredPostings } from '../domain/retrieval/lexical/postings';
import type { WordSpec } from '../domain/retrieval/retriever-spec';
import type { PackedRankings } from '../domain/run/packed';
import type { TermPlace } from '../domain/text/term-places';

export interface StatisticsApi {
  compare(input: ComparisonInput): Promise<Comparison>;
  /** Null for nothing to compare. @param input.analyzer takes content words; null for English, Chinese and Japanese */
  slices(input: SlicesInput & { readonly analyzer: AnalyzerSpec | null }): Promise<SliceReport | null>;
  sliceChanges(input: SliceChangesInput & { readonly analyzer: AnalyzerSpec | null }): Promise<SliceChanges | null>;
  planned(input: SequentialPlanningInput): Promise<Prediction | null>;
  sequential(input: SequentialInput): Promise<SequentialFigures>;
  corrected(input: CorrectedSystemsInput): Promise<CorrectedSystems>;
  verdict(input: VerdictInput): Promise<Verdict>;
  noAnswer(input: NoAnswerInput): Promise<NoAnswerReport>;
  figureChanges(input: FigureChangesInput): Promise<readonly FigureChange[]>;
  lossTests(input: LossTestsInput): Promise<readonly LossTest[]>;
}

export interface WorkerPort<Api extends object> {
  /** Its methods. An abort in mid-call ends the worker; the next call starts another. */
  with(signal?: AbortSignal): Api;
  release(): void;
}

type Progress<Step> = (step: Step) => void;

export interface SourceFile {
  readonly path: string;
  readonly file: Blob;
}

type Files = { readonly files: readonly SourceFile[] };

export interface ImportProgress {
  readonly path: string;
  readonly bytesRead: number;
  readonly bytesTotal: number;
}

export interface ReadingOptions {
  /** Which judgments to take; the reader proposes one where none is named. */
  readonly split?: string | undefined;
  /** By what ids of documents may differ between files. */
  readonly match?: IdDifference | undefined;
  /** Roles of fields that a person gave. */
  readonly mappings?: Mappings | undefined;
}

export interface ImporterApi {
  read(input: Files & ReadingOptions, progress: Progress<ImportProgress>): Promise<ImportOutcome>;
  /** Those that are tables. */
  tables(input: Files & { readonly documents?: readonly string[] }): Promise<readonly SeenTable[]>;
}

export interface ReadDocuments {
  readonly name: string;
  readonly docs: number;
  readonly characters: number;
  readonly files: readonly FileReport[];
  readonly tables: readonly FoundTable[];
  readonly languages: readonly LanguageShare[];
}

export interface DocumentsProgress extends ImportProgress {
  readonly filesDone: number;
  readonly filesTotal: number;
}

export interface PassageLengths {
  readonly passages: number;
  readonly characters: number;
  readonly longer: number;
  readonly contexts?: ContextMatches;
}

interface ChunkedCollection {
  readonly collection: string;
  readonly chunker: ChunkerSpec;
}

export interface PassagesApi {
  corpus(input: { collection: string }): Promise<PreparedCorpus & { docs: readonly Doc[] }>;
  /** @throws {HitrateError} `system-file-changed` where a file with the contexts is missing or another one */
  chunk(
    input: ChunkedCollection,
    count: CountTokens,
  ): Promise<PreparedCorpus & { places: PackedPlaces; contexts: PassageContext[]; matches: ContextMatches | null }>;
  places(input: ChunkedCollection, count: CountTokens): Promise<PackedPlaces>;
  chunking(
    input: ChunkedCollection,
    count: CountTokens,
  ): Promise<CorpusIdentity & Pick<PassageLengths, 'passages' | 'characters'>>;
  lengths(
    input: { collection: string; chunker: ChunkerSpec; prefix: string; room: number | null },
    count: CountTokens,
    countText: CountTokens,
  ): Promise<PassageLengths>;
  spans(input: { doc: Doc; chunker: ChunkerSpec }, count: CountTokens): Promise<readonly Span[]>;
  describe(input: { docs: readonly Doc[] }): Promise<DescribedDocs>;
}

/** The worker keeps what it read: the page has the documents once they are prepared. */
export interface DocumentsApi extends PassagesApi {
  read(input: Files, progress: Progress<DocumentsProgress>): Promise<ReadDocuments>;
  readTable(
    input: { path: string; columns: ColumnChoice },
    progress: Progress<DocumentsProgress>,
  ): Promise<ReadDocuments>;
  stopReading(): Promise<void>;
  effects(preparation: Preparation): Promise<PreparationEffects | null>;
  prepare(preparation: Preparation): Promise<PreparedDocuments>;
  /** @param input.whole whether files that are not given are gone; unchanged bytes are not parsed again */
  refresh(
    input: Files & { collection: string; sources: DocumentSources; truth: Truth; whole: boolean },
    progress: Progress<DocumentsProgress>,
  ): Promise<RefreshedDocuments>;
}

type Read<Found> =
  | ({ readonly ok: true; readonly warnings: readonly ImportProblem[] } & Found)
  | { readonly ok: false; readonly problems: readonly ImportProblem[]; readonly more: number };

export type ReadQuestions = Read<{ readonly questions: readonly PlacedQuestion[] }>;
export type ReadJudges = Read<{ readonly files: readonly JudgeFile[] }>;
export type ReadResults = Read<{ readonly runs: readonly ImportedRun[] }>;

export interface GeneratedQuestions extends Omit<Generated, 'candidates'> {
  readonly candidates: readonly CheckedCandidate[];
}

export interface GenerateProgress {
  readonly what: 'reading' | 'checking';
  readonly done: number;
  readonly total: number;
}

export interface QuestionsApi {
  readResults(
    input: Files & { queries: readonly Query[]; docs: readonly Doc[]; judged: readonly DocId[]; mappings?: Mappings },
    progress: Progress<ImportProgress>,
  ): Promise<ReadResults>;
  readJudges(
    input: Files & { queries: readonly Query[]; docs: readonly Doc[] },
    progress: Progress<ImportProgress>,
  ): Promise<ReadJudges>;
  readQuestions(
    input: Files & { docs: readonly Doc[]; mappings?: Mappings },
    progress: Progress<ImportProgress>,
  ): Promise<ReadQuestions>;
  generateQuestions(
    input: { docs: readonly Doc[]; options: GenerateOptions },
    progress: Progress<GenerateProgress>,
  ): Promise<GeneratedQuestions>;
  checkQuestions(input: { docs: readonly Doc[]; candidates: readonly Candidate[] }): Promise<CheckedCandidate[]>;
}

export interface TimedRankings extends PackedRankings {
  readonly milliseconds: Float64Array;
}

export type IndexKind = 'minisearch' | 'postings';

export type KeptIndex = Blob | StoredPostings;

export interface ExplainedPassage extends WordExplanation {
  readonly places: readonly (readonly TermPlace[])[];
}

export interface LexicalApi {
  create(input: { kind: IndexKind; analyzer: AnalyzerSpec }): Promise<void>;
  add(input: { texts: readonly string[] }): Promise<{ milliseconds: number }>;
  /** Null where the open index is too large to be stored. Wrapped, so that it is copied, not moved. */
  serialise(): Promise<{ index: KeptIndex } | null>;
  open(input: { kind: IndexKind; index: KeptIndex; analyzer: AnalyzerSpec }): Promise<boolean>;
  stopWords(input: {
    languages: readonly StopWordLanguage[];
  }): Promise<Partial<Record<StopWordLanguage, readonly string[]>>>;
  terms(input: { analyzer: AnalyzerSpec; texts: readonly string[] }): Promise<string[][]>;
  search(input: { queries: readonly string[]; depth: number; spec: WordSpec }): Promise<TimedRankings>;
  explain(input: {
    query: string;
    passages: readonly { readonly position: number; readonly indexed: string; readonly shown: readonly string[] }[];
    spec: WordSpec;
  }): Promise<readonly ExplainedPassage[]>;
}

export interface FoundVectors extends TimedRankings {
  readonly exact: VectorsAgainstExact | null;
}

export interface VectorsAgainstExact extends AgainstExact {
  readonly bytes: number;
  readonly exactBytes: number;
}

export interface VectorsApi {
  /** @param input.vectors its buffer is taken over, unless it lies in `memory`, which both sides share */
  open(input: { vectors: Vectors; dimensions: number; memory?: WebAssembly.Memory }): Promise<void>;
  /** Prepares what the spec searches; else a search does it. @returns milliseconds */
  build(spec: VectorSearchSpec): Promise<number>;
  /** Where that stands in for exact search, exact search runs too, and its time is not in that of the questions. */
  search(input: { queries: Float32Array; depth: number; spec: VectorSearchSpec }): Promise<FoundVectors>;
}

/** What the routes of a learned ranker found: a route is a retriever. */
export interface Candidates {
  readonly questions: readonly Query[];
  readonly docs: readonly DocId[];
  readonly routes: readonly PackedRankings[];
  readonly depth: number;
  readonly judged: PackedRankings;
  readonly numbers: readonly Float64Array[];
}

export interface LearningStep {
  readonly model: number;
  readonly models: number;
  readonly step: number;
  readonly most: number;
  readonly scored: number;
}

export interface LearnedLists extends TimedRankings {
  readonly readMilliseconds: number;
  readonly report: LearnedReport | null;
}

export interface LearnerApi {
  countTerms(input: { analyzer: AnalyzerSpec; texts: readonly string[] }): Promise<number>;
  open(input: { analyzer: AnalyzerSpec; corpus: string; docs: readonly DocId[] }): Promise<{ missing: DocId[] }>;
  add(input: { docs: readonly DocId[]; texts: readonly string[] }): Promise<void>;
  /** @throws {HitrateError} `spec-invalid` where there is too little to learn from, or columns do not fit */
  learn(
    input: { candidates: Candidates; spec: LearnedSpec; meanLength: number | null },
    progress: Progress<LearningStep>,
  ): Promise<LearnedLists>;
}

export interface DrawnMap extends LabMap {
  readonly plan: MapPlan;
  readonly request: LabMove;
}

/** Another search, or `stop`, ends the one under way, which then returns null. */
export interface LabApi {
  open(input: LabInput): Promise<void>;
  read(move: LabMove): Promise<LabEvaluation>;
  map(request: LabMove, progress: Progress<LabStep>): Promise<DrawnMap | null>;
  tune(request: TuneRequest, progress: Progress<LabStep>): Promise<Tuned | null>;
  stop(): Promise<void>;
}

export interface ModelFilesApi {
  look(input: Files): Promise<DiskOffer>;
  keep(input: Files & { choice: ModelChoice }, progress: Progress<ModelProgress>): Promise<StoredModel>;
}

export interface WorkerApis {
  importer: ImporterApi;
  documents: DocumentsApi;
  questions: QuestionsApi;
  lexical: LexicalApi;
  vectors: VectorsApi;
  encoder: EncoderApi;
  reranker: RerankerApi;
  generator: GeneratorApi;
  learner: LearnerApi;
  statistics: StatisticsApi;
  lab: LabApi;
  modelFiles: ModelFilesApi;
  workspaces: WorkspaceApi;
}

export type WorkerPorts = { readonly [Name in keyof WorkerApis]: WorkerPort<WorkerApis[Name]> };
