import type { Insight } from '../../domain/insights/insight';
import type { View } from '../shared/navigation/address';

/**
 * How the Questions screen shows the questions of an insight. Its filters are those of an address there.
 *
 * @param slice id of the one that the insight was computed in; undefined for all questions
 */
export const insightView = (insight: Insight, slice?: string): View => ({
  ...(slice === undefined ? {} : { slice }),
  ...viewOf(insight),
});

function viewOf(insight: Insight): View {
  switch (insight.code) {
    case 'slice':
      return { slice: insight.data.finding.slice, systems: insight.data.finding.system, filter: 'all' };
    case 'stage':
      return { systems: insight.data.system, filter: 'all' };
    case 'missed-by-all':
      return { k: String(insight.data.k), filter: 'nobody=1' };
    case 'missed-by-best': {
      const { k, best, finder } = insight.data;
      const filter = new URLSearchParams({ finds: finder.system, misses: best }).toString();
      return { k: String(k), systems: best, filter };
    }
    case 'perfect':
      return { filter: 'all' };
  }
}
