import { mean, argumentsOf } from '../../measures/score';
import { isJudged, judgeRanked, type JudgedRanking } from '../../measures/judge';
import { measureOf } from '../../measures/parse';
import { definitionOf } from '../../measures/registry';
import { Sampling } from '../../statistics/compare';
import { significant } from '../../statistics/significant';
import { type ComparedSystems, exceeds } from '../inference';
import { favouredAdvantage, highestAdvantage, type JudgedList } from '../completions';
import { pairedTests, type JudgedLists, type JudgmentsBadge, type VerdictInput } from '../types';

/**
 * Whether judgments of unjudged passages could put a system ahead of the recommended one by more than the margin:
 * `bounds`, they could, see {@link highestAdvantage}; `unbounded`, the kept lists are too short to say. `alone`
 * compares on judged passages (Sakai, “Alternatives to bpref”, 2007); it changes no badge.
 */
export function judgmentsBadge(
  input: VerdictInput,
  compared: ComparedSystems,
  recommended: number,
  kept: readonly number[],
): JudgmentsBadge {
  const { systems, judged, k, margin } = input;
  const { unjudged } = systems[recommended]!;
  const basis = { k, unjudged, rivals: [], alone: [] } as const;
  if (!judged) {
    const known = systems.every((system) => system.unjudged === 0);
    return { ...basis, state: known ? 'ok' : 'amber', cause: known ? null : 'unbounded' };
  }
  const scorer = new ListScorer(input, judged, compared, kept);
  const others = [...systems.keys()].filter((i) => i !== recommended);
  const rivals = others
    .filter((i) => !exceeds(scorer.now(i, recommended), margin))
    .map((i) => ({ system: systems[i]!.id, ahead: scorer.ahead(i, recommended, margin) }))
    .filter(({ ahead }) => exceeds(ahead, margin));
  return {
    ...basis,
    state: rivals.length > 0 ? 'amber' : 'ok',
    cause: rivals.length > 0 ? 'bounds' : null,
    rivals,
    alone: aloneTests(input, scorer, others, recommended),
  };
}

function aloneTests(
  { systems, seed, resamples }: VerdictInput,
  scorer: ListScorer,
  others: readonly number[],
  recommended: number,
): JudgmentsBadge['alone'] {
  const rows = systems.map((_, i) => significant(scorer.judgedAlone(i)));
  if (rows[recommended]!.length < 2) return [];
  const tests = pairedTests(
    new Sampling(rows, seed, resamples),
    others.map((i) => [recommended, i] as const),
  );
  return others.map((i, at) => ({ system: systems[i]!.id, test: tests[at]! }));
}

class ListScorer {
  private readonly cutoff: number;
  private readonly valueOf: (ranking: JudgedRanking) => number;

  constructor(
    { measure }: Pick<VerdictInput, 'measure'>,
    private readonly judged: JudgedLists,
    { sign }: Pick<ComparedSystems, 'sign'>,
    private readonly questions: readonly number[],
  ) {
    const parsed = measureOf(measure);
    const { compute } = definitionOf(parsed);
    const at = argumentsOf(parsed, judged);
    this.cutoff = at.cutoff;
    this.valueOf = (ranking) => sign * compute(ranking, at);
  }

  now(rival: number, other: number): number {
    return this.meanOf(rival, other, (a, b) => this.value(a) - this.value(b));
  }

  /** Under other judgments of what is unjudged: one completion where that exceeds the margin, else the highest. */
  ahead(rival: number, other: number, margin: number): number {
    const under = (advantage: typeof highestAdvantage): number =>
      this.meanOf(rival, other, (a, b) => advantage(a, b, this.judged.maxGrade, this.valueOf));
    const favoured = under(favouredAdvantage);
    return exceeds(favoured, margin) ? favoured : under(highestAdvantage);
  }

  private meanOf(rival: number, other: number, advantage: (a: JudgedList, b: JudgedList) => number): number {
    return mean(this.questions.map((q) => advantage(this.listOf(rival, q), this.listOf(other, q))));
  }

  judgedAlone(system: number): Float64Array {
    return Float64Array.from(this.questions, (q) => {
      const list = this.listOf(system, q, Infinity);
      return this.value({ ...list, ids: list.ids.filter((id) => isJudged(list.judged.get(id))) });
    });
  }

  private readonly value = ({ ids, judged, needs }: JudgedList) => this.valueOf(judgeRanked(ids, judged, needs));

  private listOf(system: number, q: number, depth = this.cutoff): JudgedList {
    const { offsets, docs } = this.judged.lists[system]!;
    const { qrels, requirements } = this.judged.truths[this.judged.truthOf[system]!]!;
    const query = this.judged.queries[q]!;
    const end = Math.min(offsets[q + 1]!, offsets[q]! + depth);
    const ids = Array.from(docs.subarray(offsets[q], end), (doc) => this.judged.docs[doc]!);
    return { ids, judged: qrels.get(query) ?? new Map(), needs: requirements.get(query) };
  }
}
