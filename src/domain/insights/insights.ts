import type { Insight, InsightsInput } from './insight';
import { missedByAll, missedByBest, perfectForAll } from './counts';
import { sliceInsights } from './slice-insights';
import { stageInsights } from './stage-insights';

/** What stands out in a result, the surest and most useful first. Each says what it was tested by, or counts. */
export function insightsOf(input: InsightsInput): Insight[] {
  const slices = sliceInsights(input.slices, input.previous, input.systems);
  const stages = stageInsights(input);
  const isSure = (insight: Insight): boolean =>
    (insight.code === 'slice' && insight.data.finding.evidence === 'sure') ||
    (insight.code === 'stage' && insight.data.evidence === 'sure');
  const tested = [...slices, ...stages];
  return [
    ...tested.filter(isSure),
    ...missedByAll(input),
    ...tested.filter((insight) => !isSure(insight)),
    ...missedByBest(input),
    ...perfectForAll(input),
  ];
}
