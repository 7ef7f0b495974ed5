import * as v from 'valibot';

/** What is done to documents before they are kept, each step optional. They are applied in this order. */
const preparationSchema = v.strictObject({
  /** Unicode normalisation form NFKC: full-width letters become plain ones, ligatures are taken apart. */
  nfkc: v.boolean(),
  /** Runs of blanks become one, lines are trimmed, three and more line breaks become two. */
  whiteSpace: v.boolean(),
  /** Lines that come again and again across files or pages (headers, footers) are taken out. */
  boilerplate: v.boolean(),
  /** What happens to documents that are the same as another, or nearly. */
  duplicates: v.picklist(['keep', 'merge', 'drop']),
});

export type Preparation = v.InferOutput<typeof preparationSchema>;

/** Documents stay what they are. */
export const NO_PREPARATION: Preparation = { nfkc: false, whiteSpace: false, boilerplate: false, duplicates: 'keep' };
