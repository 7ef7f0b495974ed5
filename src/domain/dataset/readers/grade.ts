import { baseName, folderOf } from '../../../base/paths';

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** Far more than any scale has, and so little that sums of the gain 2^grade, which nDCGexp takes, stay finite. */
export const MAX_GRADE = 1000;

/** In quotes, too. Fractions are gains, as they are. Null where it is not a number from −{@link MAX_GRADE} to {@link MAX_GRADE}. */
export function parseGrade(written: string): number | null {
  const trimmed = written.trim().replace(/^"(.*)"$/, '$1');
  // Adding 0 turns -0 into 0.
  const grade = NUMBER.test(trimmed) ? Number(trimmed) + 0 : NaN;
  return isGrade(grade) ? grade : null;
}

export const isGrade = (grade: number): boolean => Number.isFinite(grade) && Math.abs(grade) <= MAX_GRADE;

const JUDGMENTS = /qrel|judg|truth|gold|relevan/i;
const RUN = /(?:^|[^a-z])runs?(?![a-z])|runs?(?:$|[^a-z])|result|ranking|score/i;

export function nameSays(path: string): 'run' | 'judgments' | null {
  for (const name of [baseName(path), baseName(folderOf(path))]) {
    if (JUDGMENTS.test(name)) return 'judgments';
    if (RUN.test(name)) return 'run';
  }
  return null;
}
