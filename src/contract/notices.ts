/** A part of the built site that others made, or that stands under a licence of its own. */
export interface Notice {
  readonly name: string;
  /** Empty where it has none, as a sample. */
  readonly version: string;
  /** An SPDX expression, as `MIT` or `(MIT OR GPL-3.0-or-later)`. */
  readonly licence: string;
  readonly kind: 'library' | 'data' | 'machine-learning-model';
  /** Where it is, in words: in which files, or within which other part. */
  readonly where: string;
  /** The whole licence, with the copyright. */
  readonly text: string;
}
