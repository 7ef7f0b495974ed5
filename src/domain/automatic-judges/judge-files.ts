import { groupBy } from '../../base/containers';
import type { JudgeFile } from '../judging/files/read-judge-file';
import type { AutomaticJudge } from './judgments';

/**
 * The judges of files, one by name: of lines that name their judge, and all others under the name that was asked for. Of
 * two grades of a passage by one judge the last counts.
 */
export function judgesOfFiles(files: readonly JudgeFile[], asked: string, at: number): AutomaticJudge[] {
  const given = files.flatMap(({ path, namesJudges, grades }) =>
    grades.map((grade) => ({ path, name: namesJudges ? grade.judge : asked.trim(), grade })),
  );
  return [...groupBy(given, ({ name }) => name)].map(([name, own]) => ({
    name,
    source: { kind: 'file', files: [...new Set(own.map(({ path }) => path))] },
    at,
    judgments: own.map(({ grade: { query, doc, span, grade, reason } }) => ({
      query,
      doc,
      span,
      score: grade,
      ...(reason === '' ? {} : { reply: reason }),
    })),
  }));
}
