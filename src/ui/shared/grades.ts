export const GRADE_MEANINGS = ['not relevant', 'touches it', 'helps to answer', 'answers it'] as const;
