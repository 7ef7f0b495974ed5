import { ClickLogBuilder, type ClickSummary, type Impression } from '../../click-logs/click-log';
import { problem, type ProblemLog, type ProblemPlace } from '../problem';
import { asId } from '../readers/records';
import { kindOf } from '../readers/json-records';
import type { ClickRecord } from './click-records';
import { type ClickReport, FindingCounts, isRobotName, MIN_ROBOT_CLICKS } from './report';

const CLIENTS = ['client_id', 'user_agent', 'application'];

export const isOfRobot = ({ fields }: ClickRecord): boolean => CLIENTS.some((name) => isRobotName(fields.get(name)));

export class ImpressionCollector {
  readonly found = new FindingCounts();
  readonly #builder = new ClickLogBuilder();
  #impressions = 0;
  #clicks = 0;

  add(impression: Impression, place: ProblemPlace): void {
    const { shown } = impression;
    const clicks = shown.reduce((sum, { clicked }) => sum + Number(clicked), 0);
    if (clicks >= MIN_ROBOT_CLICKS && clicks === shown.length) return this.found.add('robots', place);
    if (shown.length === 0) this.found.add('without-list', place);
    else {
      this.#impressions++;
      if (clicks === 0) this.found.add('without-clicks', place);
    }
    this.#clicks += clicks;
    this.#builder.add(impression);
  }

  finish(): { readonly summary: ClickSummary; readonly report: ClickReport } {
    return { summary: this.#builder.finish(), report: this.found.finish(this.#impressions, this.#clicks) };
  }
}

/** Milliseconds since 1970, of a date or of such a number; NaN where there is none, null where it is none, which is reported. */
export function timeIn(record: ClickRecord, names: readonly string[], log: ProblemLog): number | null {
  const field = names.find((name) => record.fields.has(name));
  const value = field === undefined ? null : (record.fields.get(field) ?? '');
  if (value === null || value === '') return NaN;
  const time = typeof value === 'string' ? (/^\d{11,}$/.test(value) ? Number(value) : Date.parse(value)) : value;
  if (typeof time === 'number' && !Number.isNaN(time)) return time;
  log.add(problem('bad-time', record.place(field), asId(value) ?? kindOf(value)));
  return null;
}

export const nameOf = (value: unknown): string | null => asId(value)?.trim() || null;
