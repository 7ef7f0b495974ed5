import type { DownloadRemark, ExpectedProblem } from '../../contract/errors';
import type { ModelChoice, ModelOrigin, StoredModel } from '../../contract/models';
import type { ModelOffer, RefusedRepository, RepositoryFile } from '../../domain/models/repository';

/** What a repository holds at one commit, and what can be done with the model; nothing of it is kept. */
export interface Looked {
  readonly host: string;
  readonly repository: string;
  readonly revision: string;
  /** Null where the host does not say. */
  readonly commit: string | null;
  /** Listed by the host, or found by requesting the usual files. */
  readonly from: 'api' | 'probe';
  readonly files: readonly RepositoryFile[];
  readonly offer: ModelOffer | RefusedRepository;
}

export interface DownloadStep {
  readonly path: string;
  /** Of the file that is being fetched … */
  readonly fileDone: number;
  readonly fileBytes: number;
  /** … and of all files. */
  readonly done: number;
  readonly bytes: number;
}

/** A file of a download. */
export interface FileRow {
  readonly path: string;
  readonly bytes: number;
  readonly done: number;
}

export interface PartialDownload {
  readonly id: string;
  readonly origin: ModelOrigin;
  readonly choice: ModelChoice;
  readonly files: readonly FileRow[];
  readonly done: number;
  readonly bytes: number;
}

export interface DownloadCallbacks {
  readonly signal: AbortSignal;
  readonly progress: (step: DownloadStep) => void;
  readonly remark: (remark: DownloadRemark) => void;
}

/** It knows nothing of documents. */
export interface AirlockPort {
  /** @throws {HitrateError} `download-failed`, with what is expected */
  parseAddress(text: string): { repository: string; revision: string | null; host: string | null };
  look(repository: string, revision: string, signal: AbortSignal): Promise<Looked>;
  /** What is kept of it already is not fetched again. */
  download(looked: Looked, choice: ModelChoice, context: DownloadCallbacks): Promise<StoredModel>;
  resume(id: string, context: DownloadCallbacks): Promise<StoredModel>;
  begun(): Promise<readonly PartialDownload[]>;
  forget(id: string): Promise<void>;
  stored(): Promise<readonly StoredModel[]>;
  /** Bytes left for this origin; null where the browser does not say. */
  room(): Promise<number | null>;
  /** Called while another tab keeps the database at an older version, and with null after that. */
  onBlocked(listener: (problem: ExpectedProblem | null) => void): void;
}

/** What the page's address says, and what follows from it. */
export interface AirlockPlace {
  readonly repository: string;
  readonly revision: string;
  /** Origin of the models. */
  readonly host: string;
  /** Null where {@link host} is the usual one. */
  readonly mirror: string | null;
  /** Where the mirror redirects. */
  readonly via: readonly string[];
  /** Hosts of the address that the policy does not allow, as written. */
  readonly refused: readonly string[];
  readonly reachable: readonly string[];
  /** The header that a server should send for this address. */
  readonly policy: string;
  /** Whether the form is sent at once: the button was clicked before the page was loaded for another mirror. */
  readonly begin: boolean;
  /** The origin of an address as a policy names it; null where it has none. */
  originOf(text: string): string | null;
  addressOf(target: AirlockTarget): string;
  /** Loads the page anew for other hosts, since a policy cannot be widened. */
  go(target: AirlockTarget): void;
}

export interface AirlockTarget {
  readonly repository: string;
  readonly revision: string;
  readonly mirror: string | null;
  readonly via: readonly string[];
}
