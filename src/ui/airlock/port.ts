import type { ExpectedProblem } from '../../contract/errors';
import type { DownloadContext, ModelChoice, PartialDownload, RepositoryLook, StoredModel } from '../../contract/models';

export interface AirlockPort {
  /** @throws {HitrateError} `download-failed`, with what is expected */
  parseAddress(text: string): { repository: string; revision: string | null; host: string | null };
  look(repository: string, revision: string, signal: AbortSignal): Promise<RepositoryLook>;
  /** What is kept of it already is not fetched again. */
  download(looked: RepositoryLook, choice: ModelChoice, context: DownloadContext): Promise<StoredModel>;
  resume(id: string, context: DownloadContext): Promise<StoredModel>;
  begun(): Promise<readonly PartialDownload[]>;
  forget(id: string): Promise<void>;
  stored(): Promise<readonly StoredModel[]>;
  /** Called while another tab keeps the database at an older version, and with null after that. */
  onBlocked(listener: (problem: ExpectedProblem | null) => void): void;
}

export interface AirlockPlace extends AirlockTarget {
  readonly host: string;
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
  /** Null where the host is the usual one. */
  readonly mirror: string | null;
  readonly via: readonly string[];
}
