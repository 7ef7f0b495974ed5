/** A map of fewer questions says no more than their list. */
export const MIN_MAPPED = 10;
/** Comparing more questions, each with all others, would take minutes. */
export const MAX_MAPPED = 5000;

export const isMappable = (questions: number): boolean => questions >= MIN_MAPPED && questions <= MAX_MAPPED;
