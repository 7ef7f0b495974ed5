import { valueOf } from '../../../base/containers';
import type { DocId, Judgment, QueryId, Span } from '../../../base/types';
import { FIRST_ROUND, type JudgingAct } from '../act';
import { placeKey } from '../places';
import type { Judge, JudgeGrade, Judges } from './judges';

/** Who graded: a judge of a file, the person at the app, or whoever made the judgments that came with the collection. */
export type OpinionSource = { readonly judge: string } | 'you' | 'before';

export interface Opinion {
  readonly source: OpinionSource;
  readonly grade: number;
  /** Empty where there is none. */
  readonly reason: string;
  readonly file?: string;
  readonly line?: number;
}

export interface JudgedByMany {
  readonly query: QueryId;
  readonly doc: DocId;
  readonly span: Span | null;
  /** Those that the rule reads, in its order. */
  readonly opinions: readonly Opinion[];
  /** The grade that was given in the app, where there is one and it decides. */
  readonly decided: OwnGrade | null;
}

export const opinionKey = ({ query, doc, span }: Pick<Judgment, 'query' | 'doc'> & { span?: Span | null }): string =>
  JSON.stringify([query, placeKey({ doc, span: span ?? null })]);

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
