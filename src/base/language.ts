export interface LanguageShare {
  /** BCP 47 code, or `und` where it could not be told. */
  readonly language: string;
  /** Share of the sampled documents, 0 to 1. */
  readonly share: number;
}
