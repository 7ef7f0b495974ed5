/** Fixed, so that the same values give the same digits. */
export const DEFAULT_SEED = 42;

/** Of a bootstrap, and permutations of a randomisation test. */
export const DEFAULT_RESAMPLES = 10_000;
