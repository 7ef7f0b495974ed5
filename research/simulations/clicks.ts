import { clickCells, positionCounts } from '../../src/domain/click-logs/click-cells';
import { type ClickLog, ClickLogBuilder } from '../../src/domain/click-logs/click-log';
import { positionBias } from '../../src/domain/click-logs/position-bias';
import { uniform } from '../../src/domain/statistics/random';
import { share, type Simulation } from './types';

const POSITIONS = 10;
const QUERIES = 100;
const IMPRESSIONS = 20_000;
/** Chance that a position is examined. */
const EXAMINED = Float64Array.from({ length: POSITIONS }, (_, k) => 1 / (k + 1) ** 0.7);

/** How passages are put into an order: `moved` by relevance that differs from day to day, `fixed` by relevance itself. */
type Order = 'randomised' | 'moved' | 'fixed';

/** Clicks by the position-based model. Every query is asked as often as its rank says (Zipf), every passage attracts by chance. */
function simulatedLog(order: Order, seed: number): ClickLog {
  const random = uniform(seed);
  const attracts = Array.from({ length: QUERIES }, () =>
    Array.from({ length: POSITIONS }, () => 0.02 + 0.5 * random() ** 2),
  );
  const weights = attracts.map((_, query) => 1 / (query + 1));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const builder = new ClickLogBuilder();
  for (let i = 0; i < IMPRESSIONS; i++) {
    let [query, rest] = [0, random() * total];
    while (query < QUERIES - 1 && (rest -= weights[query]!) > 0) query++;
    const own = attracts[query]!;
    const scores = own.map((each) => (order === 'fixed' ? each : order === 'moved' ? each + 0.3 * random() : random()));
    const docs = [...own.keys()].sort((a, b) => scores[b]! - scores[a]!);
    builder.add({
      query: `q${query}`,
      arm: null,
      randomised: order === 'randomised',
      time: i,
      shown: docs.map((doc, k) => ({
        doc: `${query}-${doc}`,
        position: k + 1,
        clicked: random() < EXAMINED[k]! * own[doc]!,
      })),
    });
  }
  return builder.finish();
}

const farthest = (found: Float64Array): number =>
  EXAMINED.reduce((most, each, k) => Math.max(most, Math.abs(each - (found[k] ?? NaN))), 0);

/** The ratio of click rates, which takes better passages for better positions. */
function rateRatios(log: ClickLog): Float64Array {
  const { shown, clicks } = positionCounts(clickCells(log));
  return shown.map((count, k) => clicks[k]! / count / (clicks[0]! / shown[0]!));
}

export const positionBiasOfLogs: Simulation = {
  title: 'Position bias from click logs',
  claim: `${IMPRESSIONS} impressions of ${POSITIONS} passages for ${QUERIES} queries (Zipf), clicks by the position-based model. The position that is farthest off is off by at most .05 in 95 % of the logs where the log identifies it; where no passage ever moved, it is refused.`,
  rows: () =>
    (['randomised', 'moved', 'fixed'] as const).map((order) => ({
      name: {
        randomised: 'passages in random order',
        moved: 'passages that moved, EM',
        fixed: 'passages that never moved',
      }[order],
      simulate: ({ count, seed }) => {
        const logs = Math.max(1, Math.round(count / 50));
        const errors: number[] = [];
        let [refused, ignored] = [0, 0];
        for (let i = 0; i < logs; i++) {
          const log = simulatedLog(order, seed + i);
          const bias = positionBias(log, clickCells(log));
          if (bias.kind === 'refused') refused++;
          else errors.push(farthest(bias.propensities));
          ignored += farthest(rateRatios(log)) / logs;
        }
        const within = errors.filter((error) => error <= 0.05).length;
        return {
          figures: {
            logs: String(logs),
            refused: String(refused),
            'within .05': String(within),
            'farthest (mean)': errors.length === 0 ? '' : share(errors.reduce((sum, e) => sum + e, 0) / errors.length),
            'ratio of click rates': share(ignored),
          },
          holds: order === 'fixed' ? refused === logs : refused === 0 && within >= 0.95 * logs,
        };
      },
    })),
};
