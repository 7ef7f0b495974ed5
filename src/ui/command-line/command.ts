import type { Json } from '../../base/types';
import type { Settings } from '../../domain/experiment/settings';
import type { Mappings } from '../../domain/dataset/roles/with-roles';
import type { HandoverRequest } from '../../workbench/inspect/hand-over';
import type { IdDifference } from '../../domain/dataset/runs/ids-apart';
import type { SystemId } from '../../domain/experiment/system-ids';
import type { CheckingOptions } from './checking';
import type { CheckFiles } from './check-files';

/** Of every run, beside the results. */
export const RUNS_FOLDER = 'results-runs';

/** What the app is asked to evaluate: plain data, which goes from the terminal to the page. Files go beside it. */
export interface EvaluationRequest extends CheckingOptions {
  readonly systems?: readonly SystemId[];
  readonly ks?: readonly number[];
  readonly split?: string;
  readonly match?: IdDifference;
  /** As typed, separated by commas: `nDCG@10,MAP`. */
  readonly measures?: string;
  readonly relevance?: number;
  readonly missing?: Settings['missing'];
  readonly ownDocument?: Settings['ownDocument'];
  /** As typed, each way once: `recursive:1000/100`. */
  readonly chunkings?: readonly string[];
  readonly generate?: { readonly limit: number; readonly seed: number };
  /** Whether files are read as documents, whatever they look like. */
  readonly documents?: true;
  /** What a person says that the fields of tables are. */
  readonly mappings?: Mappings;
  /** Whether a file that nothing uses is no error. */
  readonly ignoreUnused?: true;
  /** A saved experiment, which is run as it is; no other option applies. */
  readonly experiment?: string;
  readonly checkOnly?: true;
  readonly report?: true;
  readonly reportPassages?: true;
  /** What the manifest says of how runs were made. */
  readonly note?: { readonly [field: string]: Json };
  /** A system for an engine; the recommended one where none is named. */
  readonly handover?: Omit<HandoverRequest, 'system'> & Partial<Pick<HandoverRequest, 'system'>>;
}

/** An engine elsewhere that searches, instead of the page. Paths are as they were typed. */
export interface EngineOptions {
  readonly address: string;
  readonly dryRun: boolean;
  readonly batch: number;
  /** Both or none. */
  readonly passageVectors: string | null;
  readonly questionVectors: string | null;
  readonly fusedBy: 'engine' | 'here';
}

export interface CheckTarget {
  readonly path: string;
  readonly text: keyof CheckFiles;
}

/** A command that was read and found to be in order. Paths are as they were typed. */
export interface CommandPlan {
  readonly inputs: readonly string[];
  readonly questions: readonly string[];
  readonly contexts: readonly string[];
  /** Folders or archives, a model each. */
  readonly models: readonly string[];
  readonly request: Omit<EvaluationRequest, 'against' | 'experiment'>;
  readonly texts: { readonly against?: string; readonly experiment?: string };
  readonly out: string | null;
  readonly report: string | null;
  readonly check: { readonly files: readonly CheckTarget[]; readonly printed: boolean } | null;
  readonly engine: EngineOptions | null;
  /** Whether work that an interrupted run left is not used. */
  readonly fresh: boolean;
}
