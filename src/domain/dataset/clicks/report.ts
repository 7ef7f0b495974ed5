export type ClickFinding =
  | 'without-clicks'
  | 'without-list'
  | 'clicks-without-impression'
  | 'repeated'
  /** Left out, see {@link isRobotName} and {@link MIN_ROBOT_CLICKS}. */
  | 'robots'
  /** Clicks and impressions that name no query or no document. Left out. */
  | 'incomplete'
  | 'other-actions';

export interface ClickPlace {
  readonly file: string;
  readonly line?: number;
  readonly field?: string;
}

export interface ClickFindings {
  readonly kind: ClickFinding;
  readonly count: number;
  readonly places: readonly ClickPlace[];
}

export interface ClickReport {
  readonly records: number;
  readonly impressions: number;
  readonly clicks: number;
  readonly findings: readonly ClickFindings[];
}

const ORDER: readonly ClickFinding[] = [
  'without-clicks',
  'without-list',
  'clicks-without-impression',
  'repeated',
  'robots',
  'incomplete',
  'other-actions',
];
const LISTED = 3;

export class FindingCounts {
  records = 0;
  readonly #found = new Map<ClickFinding, { count: number; readonly places: ClickPlace[] }>();

  add(kind: ClickFinding, place: ClickPlace): void {
    const known = this.#found.get(kind) ?? { count: 0, places: [] };
    known.count++;
    if (known.places.length < LISTED) known.places.push(place);
    this.#found.set(kind, known);
  }

  finish(impressions: number, clicks: number): ClickReport {
    const findings = ORDER.flatMap((kind): ClickFindings[] => {
      const found = this.#found.get(kind);
      return found ? [{ kind, ...found }] : [];
    });
    return { records: this.records, impressions, clicks, findings };
  }
}

const ROBOT = /(?:bot|crawler|spider|scraper)\b/i;

/** Whether a client or an application says of itself that it is no person. The name is looked at once and not kept. */
export const isRobotName = (name: unknown): boolean => typeof name === 'string' && ROBOT.test(name);

/** Who clicks all of as many passages or more, reads none of them. */
export const MIN_ROBOT_CLICKS = 10;
