export interface TermText {
  readonly name: string;
  readonly also?: readonly string[];
  readonly what: string;
  readonly formula?: string;
  /** What it is good for; of a measure, what it rewards. */
  readonly use?: string;
  /** When not to use it, or what it does not say. */
  readonly avoid?: string;
  readonly see?: readonly string[];
}
