import type { DatabaseName } from './errors';

export interface SeenRequest {
  readonly url: string;
  readonly bytes: number;
}

export interface RefusedRequest {
  readonly what: string;
  /** The directive that refused it, as `connect-src`. */
  readonly directive: string;
}

/** What one script's world (the page, a worker) has seen since its last report. */
export interface Observed {
  readonly requests: readonly SeenRequest[];
  readonly refused: readonly RefusedRequest[];
  /** Requests that the browser had no room to report. */
  readonly missed: number;
}

export interface ObservedBy extends Observed {
  /** `page`, or the name of a worker. */
  readonly by: string;
}

export interface DownloadedFrom {
  readonly host: string;
  /** Origins that answered in its place, after redirects. */
  readonly answeredBy: readonly string[];
  readonly requests: number;
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly first: number;
  readonly last: number;
}

/** A part of what is kept in this browser. Bytes are of the content, before the browser packs it. */
export interface KeptPart {
  readonly name: string;
  readonly bytes: number;
}

export interface Kept {
  readonly collections: readonly KeptPart[];
  readonly models: readonly KeptPart[];
  readonly begun: readonly KeptPart[];
  /** Files of the app, for use offline. */
  readonly appFiles: { readonly count: number; readonly bytes: number };
  readonly preferences: number;
  /** Of all that this address keeps, as the browser counts it; null where it does not say. */
  readonly total: { readonly bytes: number; readonly quota: number; readonly persistent: boolean } | null;
}

export interface PrivacyPort {
  readonly origin: string;
  observed(): readonly ObservedBy[];
  /** Calls back when something was observed. @returns ends it */
  onObserved(listener: () => void): () => void;
  downloads(): Promise<readonly DownloadedFrom[]>;
  kept(): Promise<Kept>;
  /** In every tab. @param onBlocked called with what another tab holds open, and is waited for */
  erase(onBlocked: (database: DatabaseName) => void): Promise<void>;
  /** Calls back when another tab erases everything. @returns ends it */
  onErased(listener: () => void): () => void;
}
