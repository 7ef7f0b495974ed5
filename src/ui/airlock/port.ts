import type { ExpectedProblem } from '../../contract/errors';
import type { ModelChoice, ModelOrigin, StoredModel } from '../../contract/models';
import type { ModelOffer, RefusedRepository, RepositoryFile } from '../../domain/models/repository';

/** What a repository holds at one commit, and what can be done with the model; nothing of it is kept. */
export interface Looked {
  readonly host: string;
  readonly repository: string;
  /** As it was asked for. */
  readonly revision: string;
  /** What that is now; null where the host does not tell. */
  readonly commit: string | null;
  /** Listed by the host, or found by asking for the files that such repositories have. */
  readonly from: 'api' | 'probe';
  readonly files: readonly RepositoryFile[];
  readonly offer: ModelOffer | RefusedRepository;
}

export interface DownloadStep {
  /** The file that is being fetched … */
  readonly path: string;
  /** … how much of it is kept … */
  readonly fileDone: number;
  readonly fileBytes: number;
  /** … and of all files. */
  readonly done: number;
  readonly bytes: number;
}

/** A download that was begun and is no model yet. */
export interface PartialDownload {
  readonly id: string;
  readonly origin: ModelOrigin;
  readonly choice: ModelChoice;
  readonly files: readonly { readonly path: string; readonly bytes: number; readonly done: number }[];
  readonly done: number;
  readonly bytes: number;
}

export interface DownloadCallbacks {
  readonly signal: AbortSignal;
  readonly progress: (step: DownloadStep) => void;
  /** What a person should know, in a sentence, as that a file is begun anew. */
  readonly remark: (sentence: string) => void;
}

/** What the airlock can ask of one host and of the database of models. It knows nothing of documents. */
export interface AirlockPort {
  /** What a person typed or pasted. @throws {HitrateError} `download-failed`, with what is expected */
  parseAddress(text: string): { repository: string; revision: string | null; host: string | null };
  look(repository: string, revision: string, signal: AbortSignal): Promise<Looked>;
  /** Fetches what was chosen; what is kept of it already is not fetched again. */
  download(looked: Looked, choice: ModelChoice, context: DownloadCallbacks): Promise<StoredModel>;
  resume(id: string, context: DownloadCallbacks): Promise<StoredModel>;
  begun(): Promise<readonly PartialDownload[]>;
  /** Deletes what is kept of a download. */
  forget(id: string): Promise<void>;
  stored(): Promise<readonly StoredModel[]>;
  /** Bytes that the browser has left for this origin; null where it does not tell. */
  room(): Promise<number | null>;
  /** Calls back while another tab keeps the database at an older version, and with null after that. */
  onBlocked(listener: (problem: ExpectedProblem | null) => void): void;
}

/** What the page's address says, and what follows from it. */
export interface AirlockPlace {
  /** Of the address: what the form begins with. */
  readonly repository: string;
  readonly revision: string;
  /** Origin that is asked for models. */
  readonly host: string;
  /** Null where {@link host} is the usual one. */
  readonly mirror: string | null;
  /** Where the mirror redirects to. */
  readonly via: readonly string[];
  /** What the address names and the policy does not take, as it was written. */
  readonly refused: readonly string[];
  /** Sources of the policy besides this origin. */
  readonly reachable: readonly string[];
  /** The header that a server sends for this address. */
  readonly policy: string;
  /** The form is to be sent at once: the person pressed the button before the page was loaded for another mirror. */
  readonly begin: boolean;
  /** An address as the origin that a policy takes; null where it is none. */
  originOf(text: string): string | null;
  /** Of this page, for something else to fetch. */
  addressOf(target: AirlockTarget): string;
  /** Loads the page anew for other hosts, since a policy cannot be widened, and goes on there. */
  go(target: AirlockTarget): void;
}

export interface AirlockTarget {
  readonly repository: string;
  readonly revision: string;
  readonly mirror: string | null;
  readonly via: readonly string[];
}
