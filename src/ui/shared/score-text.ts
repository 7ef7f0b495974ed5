const significant = new Intl.NumberFormat('en', { minimumSignificantDigits: 4, maximumSignificantDigits: 4 });

/** A score with four significant digits and a true minus sign. */
export const scoreText = (score: number): string => significant.format(score).replace('-', '\u2212');
