import { type ArmDifference, armDifferences } from './arms';
import { clickCells, positionCounts, type PositionCounts } from './click-cells';
import type { ClickLog } from './click-log';
import { type ClickPairs, clickPairs } from './click-pairs';
import { type ClickRates, clickRates, weightedRates, type WeightedRates } from './click-rates';
import { type Interleaved, interleavedComparisons } from './interleaved';
import { type PositionBias, positionBias } from './position-bias';

/** What a log says, without its events: judgments, questions and comparisons are made of this. */
export interface ClickSummary {
  readonly queries: readonly string[];
  /** By query: how often it was asked. */
  readonly asked: Int32Array;
  readonly docs: readonly string[];
  readonly positions: PositionCounts;
  readonly bias: PositionBias;
  readonly rates: ClickRates;
  /** Parallel to `rates`; null where position bias is not identified. */
  readonly weighted: WeightedRates | null;
  /** None where the log names fewer than two arms. */
  readonly differences: readonly ArmDifference[];
  /** None where no list had passages of several systems. */
  readonly interleaved: readonly Interleaved[];
  /** What a ranker is learned from. */
  readonly pairs: ClickPairs;
}

export function clickSummary(log: ClickLog): ClickSummary {
  const cells = clickCells(log);
  const positions = positionCounts(cells);
  const bias = positionBias(log, cells);
  const asked = new Int32Array(log.queries.length);
  for (const query of log.query) asked[query]!++;
  return {
    queries: log.queries,
    asked,
    docs: log.docs,
    positions,
    bias,
    rates: clickRates(cells, positions),
    weighted: bias.kind === 'refused' ? null : weightedRates(cells, bias.propensities),
    differences: armDifferences(log),
    interleaved: interleavedComparisons(log),
    pairs: clickPairs(log),
  };
}
