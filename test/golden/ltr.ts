import { crossValidate, runOfScores } from '../../src/domain/ltr/cross-validate';
import type { CandidateMatrix } from '../../src/domain/ltr/matrix';
import type { LearnerOptions } from '../../src/domain/ltr/learned-spec';
import { finish } from '../../src/domain/ltr/training';
import { measureOf } from '../../src/domain/measures/parse';
import { mean, score } from '../../src/domain/measures/score';
import { docId, queryId, type Qrels, type Run } from '../../src/base/types';
import { readJson, readTable } from './read';

interface Evaluated {
  readonly per_fold: readonly number[];
  readonly mean_of_folds: number;
}

interface LinearReference extends Evaluated {
  readonly models: readonly {
    readonly fold: number;
    readonly w: readonly number[];
    readonly mean: readonly number[];
    readonly sd: readonly number[];
    readonly final_loss: number;
    readonly grad_norm: number;
  }[];
}

export interface LtrReference {
  readonly features: readonly string[];
  readonly n_rows: number;
  readonly n_queries: number;
  readonly results: Readonly<Record<string, Evaluated>> & {
    readonly linear_ranknet: LinearReference;
    readonly linear_listnet: LinearReference;
  };
}

export const FEATURES = ['bm25', 'tfidf', 'lsi', 'len_ratio', 'coverage'] as const;

/** Candidates of Cranfield as the reference has them: rows of a question together, in the order of the file. */
export function readCandidates(path: string): CandidateMatrix {
  const rows = readTable<'qid' | 'docid' | 'grade' | (typeof FEATURES)[number]>(path);
  const starts = rows.flatMap(({ qid }, row) => (row === 0 || qid !== rows[row - 1]!.qid ? [row] : []));
  return {
    names: FEATURES,
    values: Float64Array.from(rows.flatMap((row) => FEATURES.map((name) => Number(row[name])))),
    offsets: Int32Array.from([...starts, rows.length]),
    questions: starts.map((row) => queryId(rows[row]!.qid)),
    docs: rows.map(({ docid }) => docId(docid)),
    labels: Float64Array.from(rows, ({ grade }) => Number(grade)),
  };
}

export const readFolds = (path: string, { questions }: CandidateMatrix): number[] => {
  const folds = readJson<Record<string, number>>(path);
  return questions.map((question) => folds[question]!);
};

/** nDCG@10 of the questions of each fold, and the mean of the folds. */
export function evaluate(run: Run, qrels: Qrels, data: CandidateMatrix, folds: readonly number[]): Evaluated {
  const measure = measureOf('nDCG@10');
  const { queries, values } = score(run, qrels, [measure]);
  const valueOf = new Map(queries.map((query, i) => [query, values.get(measure.text)![i]!]));
  const perFold = [0, 1, 2, 3, 4].map((fold) =>
    mean(Float64Array.from(data.questions.filter((_, q) => folds[q] === fold).map((query) => valueOf.get(query)!))),
  );
  return { per_fold: perFold, mean_of_folds: mean(Float64Array.from(perFold)) };
}

/** Trains on four folds and scores the fifth, five times. */
export function crossValidated(data: CandidateMatrix, folds: readonly number[], qrels: Qrels, options: LearnerOptions) {
  const { scores, folds: results } = finish(crossValidate(data, folds, options));
  return { ...evaluate(runOfScores(data, scores), qrels, data, folds), results };
}
