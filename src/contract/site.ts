/** A file of the built site. */
export interface SiteFile {
  /** Relative to the site. */
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
  /** It is kept when it is first asked for, not at the first visit. */
  readonly onDemand: boolean;
}

/** What a server gave instead of a file of the site. */
export interface WrongFile extends SiteFile {
  readonly got: { readonly status: number; readonly type: string; readonly bytes: number };
}
