import type { ExperimentSpec, SystemSpec } from '../../domain/experiment/experiment';
import type { DocId, Ranking } from '../../base/types';
import type { SystemRunner } from '../run/stages/system';
import type { RerankedRank, StageRank, TriedPassage } from './tried-question';

/** The lists that a system goes through for the first question of its environment. */
export interface SystemTrace {
  /** One a retriever. */
  readonly lists: readonly Ranking[];
  /** What was made of them, before anything is lifted. */
  readonly joined: Ranking;
  /** After metadata lifted some, before a reranker. */
  readonly first: Ranking;
  /** What the system gives at its end, before a threshold. */
  readonly whole: Ranking;
  /** Passages that a reranker reads; 0 where there is none. */
  readonly candidates: number;
  readonly milliseconds: number;
}

/**
 * Runs a system step by step: each step is a system of its own that ends there, and the runner shares what they have in
 * common, so that nothing is computed twice and each list is what the system itself saw.
 *
 * @param depth where every list is cut
 */
export async function trailOf(
  runner: SystemRunner,
  system: SystemSpec,
  { lists: chunking }: ExperimentSpec,
  depth: number,
): Promise<SystemTrace> {
  const run = async (part: SystemSpec) => {
    const { rankings, milliseconds } = await runner.run(part, depth);
    return { ranking: rankings[0]!, milliseconds: milliseconds[0]! };
  };
  const { boost: _boost, ...unboosted } = system;
  const joining: SystemSpec = { ...unboosted, rerank: null, threshold: null };
  const { crossFitted: _crossFitted, ...single } = joining;
  const lists: Ranking[] = [];
  for (const retriever of system.retrievers)
    lists.push((await run({ ...single, retrievers: [retriever], fusion: null, learned: null })).ranking);
  const whole = await run({ ...system, threshold: null });
  const first = system.rerank ? (await run({ ...system, rerank: null, threshold: null })).ranking : whole.ranking;
  const joined = system.boost ? (await run(joining)).ranking : first;
  // Where lists are cut at k, k is also the number of passages that are reranked.
  const candidates = !system.rerank ? 0 : chunking === 'k' ? depth : system.rerank.candidates;
  return { lists, joined, first, whole: whole.ranking, candidates, milliseconds: whole.milliseconds };
}

type RanksByStage = Pick<TriedPassage, 'lists' | 'joined' | 'boosted' | 'reranked'>;

/** Where a passage stood at each step. */
export function ranksByStage(trace: SystemTrace, system: SystemSpec, id: DocId): RanksByStage {
  const { retrievers, fusion, learned, boost, rerank } = system;
  return {
    lists: retrievers.map((retriever, i) => ({ retriever, rank: rankOf(trace.lists[i]!, id), words: null })),
    joined: fusion || learned ? rankOf(trace.joined, id) : null,
    boosted: boost ? rankOf(trace.first, id) : null,
    reranked: rerank ? rerankedRank(trace, rerank.interpolation, id) : null,
  };
}

function rankOf(ranking: Ranking, id: DocId): StageRank | null {
  const at = ranking.findIndex((hit) => hit.id === id);
  return at < 0 ? null : { rank: at + 1, score: ranking[at]!.score };
}

/** The logit is what the score is made of besides the first stage: see `rerankOrder`. */
function rerankedRank({ first, whole, candidates }: SystemTrace, interpolation: number, id: DocId): RerankedRank {
  const before = rankOf(first, id)!;
  const after = rankOf(whole, id)!;
  const logit = before.rank > candidates ? null : after.score - 10 * interpolation * before.score;
  return { first: before, logit, candidates, interpolation };
}
