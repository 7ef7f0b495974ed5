import type { DescribedDocs } from './corpus';
import type { Problem } from '../../base/problem';
import type { IdDifference, IdsApart } from './runs/ids-apart';
import type { ExpectedSyntax } from './json';
import type { ClickReport } from './clicks/report';
import type { ClickSummary } from '../click-logs/click-log';
import type { ContextSet, Rewrites } from './supplied/content';
import type { ArrayProblem, UnfitVectors, VectorDoubt, VectorFlaw } from './supplied/vectors/problems';
import type { LanguageShare, Dataset } from '../../base/types';
import type { Vectors } from '../../base/vectors';
import type { PackedRun } from '../run/packed';

export const ENGINE_FAILURES = ['error', 'timed-out', 'failed-shards', 'degraded'] as const;
export type EngineFailure = (typeof ENGINE_FAILURES)[number];

export type TimeSource = 'took' | 'time' | 'timing' | 'span' | 'column';

export type ResultFinding =
  | EngineFailure
  | 'unmatched-questions'
  | 'ambiguous-questions'
  | 'questions-again'
  | 'unknown-passages'
  | 'repeated-passages'
  | 'passages-of-one-document';

/** Judged ids of which none or few are there; the first of each side, and what tells them apart. */
export interface JudgedApart extends Pick<IdsApart, 'theirs' | 'ours' | 'without'> {
  readonly known: number;
  readonly of: number;
}

export interface NamedPlace {
  readonly name: string;
  readonly line?: number;
  readonly field?: string;
}

export type MultiFileFormat = 'beir' | 'mteb' | 'ms-marco' | 'autorag' | 'question-answer-csv' | 'bright';

export type ImportProblem = Problem<ImportData> & {
  readonly file: string;
  readonly line?: number;
  readonly field?: string;
};

export type Kind = 'document' | 'question';

export type IdFlaw = 'NUL character' | 'byte order mark' | 'white space';

export type ArchiveProblem =
  | 'broken'
  | 'broken gzip'
  | 'encrypted'
  | 'unsupported'
  | 'larger than declared'
  | 'not unpacked';

export type JsonKind = 'nothing' | 'null' | 'list' | 'object' | 'text' | 'number' | 'huge-number' | 'boolean';

export type ExpectedShape =
  | 'text'
  | 'list'
  | 'object'
  | 'number'
  | 'whole-number'
  | 'id'
  | 'vector-id'
  | 'unique-id'
  | 'document-id'
  | 'document-ids'
  | 'document-id-list'
  | 'relevant-documents'
  | 'texts-by-id'
  | 'numbers-by-document'
  | 'text-or-texts'
  | 'texts'
  | 'numbers'
  | 'question'
  | 'pair'
  | 'qrels-table'
  | 'trec-qrels'
  | 'trec-run';

export type Expected =
  | ExpectedShape
  | { readonly fields: readonly string[] }
  | { readonly cells: number }
  | { readonly contexts: number }
  | { readonly positions: number }
  | { readonly one: string }
  | { readonly column: string; readonly also: readonly string[] };

export type Got =
  | JsonKind
  | 'none'
  | 'empty'
  | 'second'
  | 'other'
  | { readonly fields: readonly string[] }
  | { readonly columns: number }
  | { readonly tabs: number }
  | { readonly count: number }
  | { readonly again: string }
  | { readonly names: readonly string[] };

export type SeenHead =
  | { readonly kind: 'empty' }
  | { readonly kind: 'json'; readonly fields: readonly string[] }
  | { readonly kind: 'table'; readonly columns: readonly string[] }
  | { readonly kind: 'blanks'; readonly columns: number; readonly line: string };

export interface ImportData {
  'unrecognised-files': [got: readonly string[], seen: readonly (SeenHead & { readonly file: string })[]];
  'ids-apart': [apart: IdsApart, of: 'documents' | 'judgments'];
  'unused-files': [names: readonly string[], seen: readonly (SeenHead & { readonly file: string })[]];
  'several-collections': [names: readonly string[]];
  'unreadable-file': [];
  'empty-file': [];
  'bad-encoding': [encoding: string];
  'bad-archive': [why: ArchiveProblem | { readonly outside: string }];
  'too-large': [size: string, limit: string];
  'not-json': [at: SyntaxProblem, advice: 'file' | 'lines'];
  'too-deep': [most: number];
  'wrong-shape': [expected: Expected, got: Got];
  'empty-id': [kind: Kind];
  'duplicate-id': [kind: Kind, id: string, first: string, hasOtherText?: true];
  'repeated-documents': [ids: readonly string[]];
  'duplicate-key': [key: string];
  'bad-id': [kind: Kind, id: string, why: IdFlaw];
  'empty-truth': [];
  'partly-judged': [kind: Kind, missing: readonly string[], of: number];
  'judged-apart': [kind: Kind, apart: JudgedApart];
  'unknown-document': [id: string];
  'unknown-question': [id: string];
  'bad-grade': [got: string | { readonly kind: JsonKind }];
  'fractional-grades': [first: number, judgments: number, relevance: number];
  'questions-among-documents': [first: string, count: number];
  'ids-matched': [way: IdDifference, ids: number, first: readonly [theirs: string, ours: string]];
  'ids-become-one': [way: IdDifference, ids: readonly [string, string]];
  'ids-by-index': [name: string];
  'bad-mark': [got: string | { readonly kind: JsonKind }];
  'unanswerable-judged': [question: string];
  'missing-file': [of: MultiFileFormat];
  'no-documents': [];
  'no-questions': [];
  'no-judgments': [];
  'unknown-split': [asked: string, splits: readonly string[]];
  'empty-text': [what: { question: string } | { documents: readonly string[] }];
  'duplicate-judgment': [what: readonly string[] | { pair: string; grade: number; first: number; where: string }];
  'missing-judge': [];
  'judge-contradicts': [
    judge: string,
    pair: { readonly question: string; readonly document: string },
    grades: { readonly grade: number; readonly first: number; readonly where: string },
  ];
  'judge-repeats': [judge: string, places: readonly string[]];
  'repaired-encoding': [encoding: string];
  'unknown-mode': [mode: string];
  'bad-score': [got: string];
  'repaired-run': [missing: 'rank' | 'tag' | 'rank and tag' | 'Q0 and tag' | 'score', lines: number];
  'several-tags': [tags: readonly string[]];
  'rising-scores': [example: RisingScores, columns: { rank: number; score: number }, questions: number, of: number];
  'duplicate-hit': [hits: readonly string[]];
  'passed-over': [what: 'comments' | 'unrated', lines: number];
  'passed-over-fields': [fields: readonly string[]];
  'unused-fields': [fields: readonly string[]];
  'bad-csv': [why: 'unclosed' | 'unexpected'];
  'bad-list': [at: SyntaxProblem];
  'answers-no-passages': [texts: readonly string[], isTestSet: boolean];
  'unmatched-texts': [texts: readonly string[], total: number];
  'image-pages': [];
  shards: [why: { readonly missing: readonly string[]; readonly of: number } | { readonly again: string }];
  'ambiguous-files': [todo: 'give-one' | 'keep-one', which: readonly string[]];
  'bad-array': [why: ArrayProblem];
  /** `why` is null for a kind that is not read. */
  'bad-table': [kind: string, why: string | null];
  'other-sheets': [read: string, left: readonly string[]];
  'bad-vector': [why: VectorFlaw, of: string | null];
  'doubtful-vectors': [why: VectorDoubt];
  'rounded-vectors': [];
  'no-rewrites': [questions: readonly string[]];
  'repeated-rewrites': [texts: readonly string[]];
  'unfit-rewrites': [why: 'no-documents' | 'document-ids' | { first: string; ours: string | null }];
  'unfit-vectors': [why: UnfitVectors];
  'partly-fitting': [what: 'rewrites' | 'passages' | 'questions' | 'contexts', unknown: readonly string[], of: number];
  'empty-contexts': [records: number];
  'repeated-contexts': [named: readonly string[]];
  'bad-time': [got: string];
  'clicks-beside': [];
  'unfit-contexts': [why: 'no-documents' | { first: string; ours: string }];
  'nameless-lists': [lists: number, requests: readonly { readonly file: string; readonly requests: number }[]];
  'result-finding': [
    kind: ResultFinding,
    found: { readonly count: number; readonly of: number; readonly first: readonly NamedPlace[] },
  ];
  'ranks-for-scores': [why: 'missing' | 'rising'];
  'ratings-beside': [ratings: number];
  'no-list-fits': [theirs: string | null, ours: { readonly id: string; readonly text: string } | null];
}

/** Of a line and the one before it: the worse rank has the better score. */
export interface RisingScores {
  readonly ranks: readonly [before: number, here: number];
  readonly scores: readonly [before: number, here: number];
}

interface SyntaxProblem {
  readonly expected: ExpectedSyntax;
  readonly got: number | null;
  readonly column: number;
}

export interface ImportSummary {
  readonly name: string;
  readonly format: string;
  readonly files: readonly string[];
  readonly splits: readonly string[];
  readonly split: string | null;
  /** Whether the splits are tasks, each a collection of its own. */
  readonly areTasks?: boolean;
  readonly languages: readonly LanguageShare[];
}

export interface ImportedRun {
  readonly file: string;
  readonly format: string;
  readonly tag: string | null;
  readonly run: PackedRun;
  readonly times?: RunTimes;
  readonly engine?: {
    readonly lists: number;
    readonly byText: number;
    readonly field: string | null;
    readonly unknownHits: number;
  };
}

export interface RunTimes {
  readonly source: TimeSource;
  readonly milliseconds: readonly (number | null)[];
}

export interface ImportedRewrites extends Rewrites {
  readonly file: string;
}

export interface ImportedVectors {
  readonly kind: 'vectors';
  readonly file: string;
  /** The field of the vectors, where rows have several. */
  readonly set?: string;
  /** What rows say beside their vectors: ids among it, and texts. */
  readonly fields: readonly VectorField[];
  /** The field whose numbers, from 0, rows are in the order of. */
  readonly index?: string;
  readonly models: readonly string[];
  readonly dimensions: number;
  readonly values: Vectors;
}

export interface VectorField {
  readonly name: string;
  readonly values: readonly string[];
}

export interface ImportedContexts extends ContextSet {
  readonly file: string;
}

export interface ImportedClicks {
  readonly files: readonly string[];
  readonly report: ClickReport;
  readonly summary: ClickSummary;
}

export type ImportedSupplied = ImportedRewrites | ImportedVectors | ImportedContexts;

export type ImportOutcome =
  | {
      readonly ok: true;
      readonly kind: 'collection';
      readonly dataset: Dataset;
      readonly described?: DescribedDocs;
      readonly summary: ImportSummary;
      readonly runs: readonly ImportedRun[];
      readonly supplied?: readonly ImportedSupplied[];
      readonly warnings: readonly ImportProblem[];
    }
  | {
      readonly ok: true;
      readonly kind: 'runs';
      readonly runs: readonly ImportedRun[];
      readonly supplied?: readonly ImportedSupplied[];
      readonly clicks?: ImportedClicks;
      readonly results?: readonly string[];
      readonly warnings: readonly ImportProblem[];
    }
  | {
      readonly ok: false;
      readonly problems: readonly ImportProblem[];
      readonly more: number;
      /** Of a set of which one task was read. */
      readonly tasks?: readonly string[];
    };

export type ImportedCollection = Extract<ImportOutcome, { kind: 'collection' }>;
export type ImportedRuns = Extract<ImportOutcome, { kind: 'runs' }>;
