import { isJudged, type JudgedRanking } from './judge';
import { type MeasureArguments, type MeasureDefinition, shareMeasure } from './measure';

/** Counts are no measures of quality: they are summed over questions and say what the measures rest on. */
const count = <const Name extends string>(
  name: Name,
  aliases: readonly string[],
  parameters: readonly 'rel'[],
  of: (ranking: JudgedRanking, relevance: number) => number,
) => ({
  ...({ name, aliases, parameters, cutoff: 'none', aggregate: 'sum', better: null, range: null } as const),
  tieOrder: 'grade' as const,
  compute: (ranking: JudgedRanking, { relevance }: MeasureArguments) => of(ranking, relevance),
});

export const counts = [
  count('num_q', ['NumQ'], [], () => 1),
  count('num_ret', ['NumRet'], [], ({ grades }) => grades.length),
  count('num_rel', ['NumRel'], ['rel'], (ranking, relevance) => ranking.relevant(relevance).total),
  count('num_rel_ret', ['NumRelRet'], ['rel'], (ranking, relevance) => ranking.relevant(relevance).ranks.length),
  /** Number of documents retrieved that are judged and not relevant, as in trec_eval. */
  count('num_nonrel_judged_ret', [], ['rel'], ({ grades }, relevance) => {
    return grades.filter((grade) => isJudged(grade) && grade < relevance).length;
  }),
] as const satisfies readonly MeasureDefinition[];

export const persistence = [
  /** (1 − p) · Σ p^(i − 1) over the ranks i ≤ k of relevant documents. Moffat and Zobel, 2008. */
  shareMeasure(
    'RBP',
    [],
    'optional',
    (ranking, { cutoff, relevance, p }) => {
      let sum = 0;
      for (const rank of ranking.relevant(relevance).ranks) if (rank <= cutoff) sum += p ** (rank - 1);
      return (1 - p) * sum;
    },
    { parameters: ['p', 'rel'] },
  ),
  /** (1 − p) · Σ (grade_i / max) · p^(i − 1). Moffat and Zobel, 2008, section 3.3; ranx takes the grade as gain. */
  shareMeasure(
    'RBPgraded',
    [],
    'optional',
    ({ grades }, { cutoff, p, maxGrade }) => {
      const end = Math.min(cutoff, grades.length);
      let sum = 0;
      for (let i = 0; i < end; i++) {
        const grade = grades[i] ?? 0;
        if (grade > 0) sum += (Math.min(grade, maxGrade) / maxGrade) * p ** i;
      }
      return (1 - p) * sum;
    },
    { parameters: ['p', 'max'] },
  ),
  /** p^n + (1 − p) · Σ p^(i − 1) over ranks i of unjudged documents, n retrieved. Moffat and Zobel, 2008, 3.2. */
  shareMeasure(
    'RBPresidual',
    [],
    'optional',
    ({ grades }, { cutoff, p }) => {
      const end = Math.min(cutoff, grades.length);
      let sum = 0;
      for (let i = 0; i < end; i++) if (!isJudged(grades[i])) sum += p ** i;
      return p ** end + (1 - p) * sum;
    },
    { parameters: ['p'], better: null, tieOrder: 'judged' },
  ),
  /**
   * Σ (1 / i) · S_i · Π (1 − S_j) over ranks i ≤ k and j < i, S = (2^grade − 1) / 2^max, grades at most `max`. Chapelle
   * et al., “Expected reciprocal rank for graded relevance”, 2009; `err@k` of gdeval, with max = 4.
   */
  shareMeasure(
    'ERR',
    ['err'],
    'optional',
    ({ grades }, { cutoff, maxGrade }) => {
      const end = Math.min(cutoff, grades.length);
      let unsatisfied = 1;
      let sum = 0;
      for (let i = 0; i < end; i++) {
        const grade = grades[i] ?? 0;
        if (grade <= 0) continue;
        const satisfied = (2 ** Math.min(grade, maxGrade) - 1) / 2 ** maxGrade;
        sum += (unsatisfied * satisfied) / (i + 1);
        unsatisfied *= 1 - satisfied;
      }
      return sum;
    },
    { parameters: ['max'] },
  ),
] as const satisfies readonly MeasureDefinition[];
