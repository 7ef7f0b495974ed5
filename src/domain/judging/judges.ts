import type { Judgment, QueryId } from '../../base/types';
import { tally, valueOf } from '../../base/containers';
import { FIRST_ROUND, type JudgingAct } from './acts';
import { opinionKey, type JudgedPlace } from './places';

/** Keys are stored: never rename one. The first is the default: relevant if both of two judges say so. */
export const MERGE_RULES = {
  /** The grade that most judges gave; of equally frequent ones the lowest. */
  'majority-lower': (grades) => Math.min(...mostFrequent(grades)),
  /** The same; of equally frequent ones the highest. */
  'majority-higher': (grades) => Math.max(...mostFrequent(grades)),
  /** The middle grade; of the two in the middle of an even number the lower, so that it is a grade that was given. */
  median: (grades) => sorted(grades)[(grades.length - 1) >> 1]!,
  /** The mean; of whole grades rounded to the nearest, and halves go up. */
  mean: (grades) => {
    const mean = grades.reduce((sum, grade) => sum + grade, 0) / grades.length;
    return grades.every(Number.isInteger) ? Math.floor(mean + 0.5) : mean;
  },
  highest: (grades) => Math.max(...grades),
  lowest: (grades) => Math.min(...grades),
  /** The grade of the first judge of the order who judged it. */
  first: (grades) => grades[0]!,
} as const satisfies Record<string, (grades: readonly number[]) => number>;

export type MergeRule = keyof typeof MERGE_RULES;

const DEFAULT_RULE: MergeRule = 'majority-lower';

const sorted = (grades: readonly number[]): number[] => grades.toSorted((a, b) => a - b);

function mostFrequent(grades: readonly number[]): number[] {
  const counts = tally(grades);
  const most = Math.max(...counts.values());
  return [...counts].filter(([, count]) => count === most).map(([grade]) => grade);
}

export interface JudgeGrade extends Judgment {
  readonly reason?: string;
  /** Position among the files of the judge. */
  readonly file: number;
  /** Absent where the file has no lines that mean something. */
  readonly line?: number;
}

export interface Judge {
  readonly name: string;
  readonly files: readonly string[];
  readonly grades: readonly JudgeGrade[];
}

/** What counts besides the judges of files: the grades given in the app, and the judgments that were there before. */
export interface Judges {
  /** In the order in which the rule “first” asks them. */
  readonly judges: readonly Judge[];
  readonly rule: MergeRule;
  /** Whether a grade that was given in the app decides, or counts as that of one more judge. */
  readonly own: 'decides' | 'counts';
  /** Judgments that the collection had at these places, which no act of judging gave; they stand again without judges. */
  readonly before: readonly Judgment[];
  /** Whether those count as the grades of one more judge, the last of the order. */
  readonly beforeCounts: boolean;
}

export const NO_JUDGES: Judges = { judges: [], rule: DEFAULT_RULE, own: 'decides', before: [], beforeCounts: false };

/** What is set, or the name of the judge that is removed. */
export type JudgesEdit =
  | Partial<Pick<Judges, 'judges' | 'rule' | 'own' | 'beforeCounts'>>
  | { readonly removed: string };

/** Without {@link Judges.before}, which depends on the questions. */
export function editedJudges(judges: Judges, edit: JudgesEdit): Judges {
  if (!('removed' in edit)) return { ...judges, ...edit };
  return { ...judges, judges: judges.judges.filter(({ name }) => name !== edit.removed) };
}

export type OpinionSource = { readonly judge: string } | 'you' | 'before';

export interface Opinion {
  readonly source: OpinionSource;
  readonly grade: number;
  readonly reason: string;
  readonly file?: string;
  readonly line?: number;
}

export interface JudgedByMany extends JudgedPlace {
  readonly query: QueryId;
  /** Those that the rule reads, in its order. */
  readonly opinions: readonly Opinion[];
  /** The grade that was given in the app, where there is one and it decides. */
  readonly decided: OwnGrade | null;
}

export interface OwnGrade {
  readonly grade: number;
  readonly reason: string;
}

/** What the acts of the app say of each place. One that takes a grade back leaves the place to the others. */
export function ownGrades(acts: readonly JudgingAct[]): Map<string, OwnGrade> {
  const own = new Map<string, OwnGrade>();
  for (const act of acts) {
    if (act.round !== FIRST_ROUND) continue;
    if (act.grade === null) own.delete(opinionKey(act));
    else own.set(opinionKey(act), { grade: act.grade, reason: act.note });
  }
  return own;
}

/** Every place that a judge of a file graded, in the order in which they come first. */
export function judgedByMany(judges: Judges, acts: readonly JudgingAct[]): Map<string, JudgedByMany> {
  const found = new Map<string, { place: JudgeGrade; opinions: Opinion[] }>();
  for (const judge of judges.judges)
    for (const grade of judge.grades)
      valueOf(found, opinionKey(grade), () => ({ place: grade, opinions: [] })).opinions.push(opinionOf(judge, grade));
  const own = ownGrades(acts);
  const before = new Map(judges.before.map((each) => [opinionKey(each), each.grade]));
  return new Map(
    [...found].map(([key, { place, opinions }]): [string, JudgedByMany] => {
      const yours = own.get(key);
      const decides = judges.own === 'decides';
      if (yours && !decides) opinions.push({ source: 'you', ...yours });
      const earlier = before.get(key);
      if (judges.beforeCounts && earlier !== undefined) opinions.push({ source: 'before', grade: earlier, reason: '' });
      const { query, doc, span = null } = place;
      return [key, { query, doc, span, opinions, decided: (decides && yours) || null }];
    }),
  );
}

const opinionOf = ({ name, files }: Judge, { grade, reason = '', file, line }: JudgeGrade): Opinion => ({
  source: { judge: name },
  grade,
  reason,
  ...(files[file] !== undefined && { file: files[file] }),
  ...(line !== undefined && { line }),
});
