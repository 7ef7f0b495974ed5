/** The meanings of the grades that are given by hand, in their order. */
export const GRADE_MEANINGS = ['not relevant', 'touches it', 'helps to answer', 'answers it'] as const;
