import { MIN_ROBOT_CLICKS, type ClickFinding } from '../../../domain/dataset/clicks/report';
import { counted, plural } from '../format';

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
