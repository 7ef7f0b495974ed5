const significant = new Intl.NumberFormat('en', { minimumSignificantDigits: 4, maximumSignificantDigits: 4 });

/** A score with four digits, enough to tell neighbours apart; negative ones with a minus and not with a hyphen. */
export const scoreText = (score: number): string => significant.format(score).replace('-', '\u2212');
