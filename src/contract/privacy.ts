import type { DatabaseName } from './errors';

export interface SeenRequest {
  readonly url: string;
  readonly bytes: number;
}

export interface RefusedRequest {
  readonly what: string;
  readonly directive: string;
}

export interface Observed {
  readonly requests: readonly SeenRequest[];
  readonly refused: readonly RefusedRequest[];
  readonly missed: number;
}

export interface ObservedBy extends Observed {
  readonly by: string;
}

export interface DownloadedFrom {
  readonly host: string;
  readonly answeredBy: readonly string[];
  readonly requests: number;
  readonly bytes: number;
  readonly first: number;
  readonly last: number;
}

export interface KeptPart {
  readonly name: string;
  readonly bytes: number;
}

export interface Kept {
  readonly collections: readonly KeptPart[];
  readonly models: readonly KeptPart[];
  readonly begun: readonly KeptPart[];
  readonly appFiles: { readonly count: number; readonly bytes: number };
  readonly preferences: number;
  readonly total: { readonly bytes: number; readonly quota: number; readonly persistent: boolean } | null;
}

export interface PrivacyPort {
  readonly origin: string;
  observed(): readonly ObservedBy[];
  onObserved(listener: () => void): () => void;
  downloads(): Promise<readonly DownloadedFrom[]>;
  kept(): Promise<Kept>;
  erase(onBlocked: (database: DatabaseName) => void): Promise<void>;
  onErased(listener: () => void): () => void;
}
