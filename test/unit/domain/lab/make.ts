import type { LabInput } from '../../../../src/domain/lab/questions';
import { judge } from '../../../../src/domain/measures/judge';
import { measureOf } from '../../../../src/domain/measures/parse';
import { rankingScorer } from '../../../../src/domain/measures/score';
import { packRankings } from '../../../../src/domain/run/packed';
import { type DocId, docId, type Need, queryId, type Ranking } from '../../../../src/base/types';

export interface MadeQuestion {
  readonly text?: string;
  /** One ranking a list. */
  readonly lists: readonly Ranking[];
  readonly grades: ReadonlyMap<DocId, number>;
  readonly needs?: readonly Need[] | null;
}

export interface MadeOptions {
  readonly measures?: readonly string[];
  readonly depth?: number;
  readonly missing?: LabInput['missing'];
  readonly maxGrade?: number;
}

/** The input of a lab, whose systems are its lists. */
export function labOf(questions: readonly MadeQuestion[], options: MadeOptions = {}): LabInput {
  const { measures = ['MRR'], depth = 100, missing = 'zero', maxGrade = 3 } = options;
  const docs: DocId[] = [];
  const numberOf = (id: DocId): number => (docs.includes(id) ? docs.indexOf(id) : docs.push(id) - 1);
  const count = questions[0]!.lists.length;
  const lists = Array.from({ length: count }, (_, i) => ({
    id: `list ${i}`,
    rankings: packRankings(
      questions.map((question) => question.lists[i]!.map(({ id, score }) => ({ doc: numberOf(id), score }))),
    ),
  }));
  const score = rankingScorer(measures.map(measureOf), { maxGrade, missing });
  const systems = lists.map(({ id }, i) => {
    const rows = questions.map(({ lists: own, grades, needs }) => score(judge(own[i]!, grades, needs ?? undefined)));
    return {
      id,
      values: Object.fromEntries(measures.map((text, m) => [text, Float64Array.from(rows, (row) => row[m]!)])),
    };
  });
  return {
    questions: questions.map(({ text = '', grades, needs = null }, q) => ({
      id: queryId(`q${q}`),
      text,
      judged: [...grades].map(([id, grade]): [number, number] => [numberOf(id), grade]),
      needs,
    })),
    docs,
    lists,
    systems,
    measures,
    depth,
    relevance: 1,
    missing,
    maxGrade,
  };
}

/** A list with its scores: `{ a: 3, b: 1 }`. */
export const listOf = (scores: Readonly<Record<string, number>>): Ranking =>
  Object.entries(scores).map(([id, score]) => ({ id: docId(id), score }));

export const gradesOf = (grades: Readonly<Record<string, number>>): Map<DocId, number> =>
  new Map(Object.entries(grades).map(([id, grade]) => [docId(id), grade]));

/**
 * Questions of two kinds, told apart by their text: of `short` ones the first list knows the answer, of the others the
 * second. Each list puts a wrong document first where it does not know.
 */
export function twoKinds(questions: number, isShort: (q: number) => boolean): MadeQuestion[] {
  return Array.from({ length: questions }, (_, q) => {
    const knows = listOf({ right: 1, [`noise${q % 3}`]: 0.2, last: 0 });
    const errs = listOf({ wrong: 1, [`other${q % 3}`]: 0.4, last: 0 });
    return {
      text: isShort(q) ? 'two words' : 'a question of a good many more words than that one has',
      lists: isShort(q) ? [knows, errs] : [errs, knows],
      grades: gradesOf({ right: 1 }),
    };
  });
}
