/** What is done to documents before they are kept, each step optional. They are applied in this order. */
export interface Preparation {
  /** Unicode normalisation form NFKC: full-width letters become plain ones, ligatures are taken apart. */
  readonly nfkc: boolean;
  /** Runs of blanks become one, lines are trimmed, three and more line breaks become two. */
  readonly whiteSpace: boolean;
  /** Lines that are repeated across files or pages (headers, footers) are taken out. */
  readonly boilerplate: boolean;
  /** What happens to documents that are the same as another, or nearly. */
  readonly duplicates: 'keep' | 'merge' | 'drop';
}

export const NO_PREPARATION: Preparation = { nfkc: false, whiteSpace: false, boilerplate: false, duplicates: 'keep' };
