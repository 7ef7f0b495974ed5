import { MIN_ROBOT_CLICKS, type ClickFinding } from '../../../domain/dataset/clicks/report';
import type { ClickMeasure } from '../../../domain/click-logs/arms';
import { MIN_AT_POSITION, type BiasRefusal } from '../../../domain/click-logs/position-bias';
import type { ClickEstimate } from '../../../domain/automatic-judges/click-judgments';
import type { TrainedSpec } from '../../../domain/ltr/learned-spec';
import type { TooFewPairs } from '../../../domain/click-logs/enough-pairs';
import { count, counted, fixed, list, plural } from '../format';

export const clickFindings: Readonly<Record<ClickFinding, (count: number) => string>> = {
  'without-clicks': (n) => `${counted(n, 'impression')} without a click. They count.`,
  'without-list': (n) =>
    `${counted(n, 'query', 'queries')} without a list of what was shown: of use as questions alone.`,
  'clicks-without-impression': (n) => `${counted(n, 'click')} on what the log does not show for its query. Left out.`,
  repeated: (n) =>
    `${counted(n, 'record')} that ${plural(n, 'repeats', 'repeat')} a query, an impression or a click. Counted once.`,
  robots: (n) =>
    `${counted(n, 'record')} of robots: the client is called bot, crawler, spider or scraper, or all of ${MIN_ROBOT_CLICKS} passages or more were clicked. Left out.`,
  incomplete: (n) => `${counted(n, 'record')} that ${plural(n, 'names', 'name')} no query or no document. Left out.`,
  'other-actions': (n) => `${counted(n, 'event')} of other actions than impression and click. Left out.`,
};

export function refusedBias(refusal: BiasRefusal): string {
  const instead = 'Put passages into a random order for some impressions and mark those as randomised.';
  switch (refusal.why) {
    case 'no-clicks':
      return 'Nothing was clicked.';
    case 'few-moved':
      return `${counted(refusal.pairs, 'passage was', 'passages were')} clicked and shown at several positions for the same query; it takes ${count(refusal.needed)}. Where a passage always stands at one position, its position and its relevance cannot be told apart. ${instead}`;
    case 'not-connected':
      return `No position shows enough of the passages that the first shows for the same query: ${counted(refusal.shared, 'impression')} at most, and it takes ${count(refusal.needed)}. ${instead}`;
  }
}

export const biasSources = {
  randomised: 'from impressions in random order',
  em: 'by expectation maximisation, from passages that were shown at several positions',
} as const;

export const unknownPosition = `Fewer than ${MIN_AT_POSITION} impressions, or nothing that compares it with the first`;

export const clickEstimates: Readonly<Record<ClickEstimate, string>> = {
  coec: 'Clicks over expected clicks',
  weighted: 'Clicks by inverse propensity',
};

export const clickMeasures: Readonly<Record<ClickMeasure, string>> = {
  clicked: 'Impressions with a click',
  'reciprocal-rank': 'Reciprocal rank of the first click',
};

export function tooFewPairsText({ why, there, needed }: TooFewPairs): string {
  switch (why) {
    case 'queries':
      return `${counted(there, 'query has', 'queries have')} a clicked passage beside another one, judged questions left out; it takes ${count(needed)}.`;
    case 'pairs':
      return `There are ${counted(there, 'pair')} of a clicked passage and another one of the same list; it takes ${count(needed)}.`;
    case 'first':
      return `The first position is in ${counted(there, 'pair')}, clicked or not, whichever is rarer; it takes ${count(needed)}, since the bias of other positions is relative to it.`;
  }
}

/** Positions whose bias is estimated. */
const TOLD = 3;

export function clickRankerText({ queries, pairs, heldOut, bias }: NonNullable<TrainedSpec['clicks']>): string {
  const left = heldOut > 0 ? ` ${counted(heldOut, 'judged question was', 'judged questions were')} left out.` : '';
  const ratios = list(bias.clicked.slice(0, TOLD).map((ratio) => fixed(ratio, 2)));
  return `Learned from clicks: ${counted(pairs, 'pair')} of ${counted(queries, 'query', 'queries')}.${left} It takes clicks at the first positions as ${ratios}, relative to the first.`;
}
