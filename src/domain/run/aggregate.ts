import { append } from '../../base/containers';
import type { Place, Ranking } from '../../base/types';
import { rank } from './order';

export const AGGREGATES = ['max', 'sum', 'mean', 'first'] as const;
export type DocumentAggregate = (typeof AGGREGATES)[number];

interface Found {
  readonly start: number;
  readonly score: number;
}

/** MaxP, SumP, FirstP of Dai and Callan 2019, over the passages that were found. */
export function aggregateRanking(ranking: Ranking, places: readonly Place[], aggregate: DocumentAggregate): Ranking {
  const found = new Map<Place['doc'], Found[]>();
  ranking.forEach(({ score }, i) => {
    const { doc, start } = places[i]!;
    append(found, doc, { start, score });
  });
  return rank([...found].map(([id, passages]) => ({ id, score: OF[aggregate](passages) })));
}

const OF: Readonly<Record<DocumentAggregate, (found: readonly Found[]) => number>> = {
  max: (found) => found.reduce((most, { score }) => Math.max(most, score), -Infinity),
  sum: (found) => found.reduce((sum, { score }) => sum + score, 0),
  mean: (found) => found.reduce((sum, { score }) => sum + score, 0) / found.length,
  first: (found) => found.reduce((first, each) => (each.start < first.start ? each : first)).score,
};
