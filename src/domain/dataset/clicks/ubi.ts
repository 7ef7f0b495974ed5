import { Names } from '../../click-logs/click-log';
import { problem, type ProblemLog, type ProblemPlace } from '../problem';
import { kindOf, memberOf } from '../readers/json-records';
import { asId } from '../readers/records';
import type { SourceText } from '../source';
import { type ClickRecord, clickRecords } from './click-records';
import { type ImpressionCollector, isOfRobot, nameOf, timeIn } from './impressions';

interface LoggedEvent {
  readonly isClick: boolean;
  readonly doc: number;
  readonly ordinal: number;
  readonly place: ProblemPlace;
}

interface LoggedQuery {
  text: string | null;
  robot: boolean;
  isRead: boolean;
  hits: Int32Array | null;
  place: ProblemPlace;
  readonly events: LoggedEvent[];
}

/**
 * User Behavior Insights (schemas 1.3, https://www.ubisearch.dev), joined by `query_id`. Shown are `impression` events
 * at their `position.ordinal`, else `query_response_hit_ids`. Clients, sessions and users are not kept.
 */
export class UbiJoin {
  readonly #ids = new Names();
  readonly #queries: LoggedQuery[] = [];
  readonly #docs = new Names();
  #first = 1;

  constructor(
    private readonly into: ImpressionCollector,
    private readonly log: ProblemLog,
  ) {}

  /** @throws {SourceFailure} as the source does */
  async read(file: SourceText): Promise<void> {
    for await (const records of clickRecords(file, ['query_id', 'action_name'], this.log))
      for (const record of records) {
        this.into.found.records++;
        if (record.fields.has('action_name')) this.#readEvent(record);
        else this.#readQuery(record);
      }
  }

  #readQuery(record: ClickRecord): void {
    const { fields } = record;
    const { found } = this.into;
    const text = asId(fields.get('user_query'));
    const time = timeIn(record, ['timestamp'], this.log);
    const hits = fields.get('query_response_hit_ids') ?? [];
    if (!Array.isArray(hits) || hits.some((hit) => asId(hit) === null)) {
      this.log.add(problem('wrong-shape', record.place('query_response_hit_ids'), 'document-ids', kindOf(hits)));
      return;
    }
    const id = nameOf(fields.get('query_id'));
    // Without an id no event can name it: it is asked, and that is all that is known.
    const at = this.#ids.positionOf(id ?? this.#nameless());
    const query = this.#queries[at] ?? this.#newQuery(record.place(), at);
    if (query.isRead) return found.add('repeated', record.place());
    if (time === null) return;
    query.isRead = true;
    query.text = text ?? query.text;
    query.robot = isOfRobot(record);
    query.place = record.place();
    const docs = new Set(hits.map((hit) => this.#docs.positionOf(asId(hit)!)));
    if (docs.size > 0) query.hits = Int32Array.from(docs);
  }

  #readEvent(record: ClickRecord): void {
    const { fields } = record;
    const { found } = this.into;
    const action = fields.get('action_name');
    if (typeof action !== 'string')
      return this.log.add(problem('wrong-shape', record.place('action_name'), 'text', kindOf(action)));
    const isClick = action.toLowerCase() === 'click';
    if (!isClick && action.toLowerCase() !== 'impression') return found.add('other-actions', record.place());
    if (isOfRobot(record)) return found.add('robots', record.place());
    const id = nameOf(fields.get('query_id'));
    const doc = nameOf(memberOf(fields.get('event_attributes'), 'object', 'object_id'));
    if (id === null || doc === null) return found.add('incomplete', record.place());
    const ordinal = memberOf(fields.get('event_attributes'), 'position', 'ordinal') ?? -1;
    if (typeof ordinal !== 'number' || !Number.isInteger(ordinal) || ordinal < -1 || ordinal >= MAX_POSITION) {
      const place = record.place('event_attributes.position.ordinal');
      return this.log.add(problem('wrong-shape', place, 'whole-number', kindOf(ordinal)));
    }
    if (ordinal === 0) this.#first = 0;
    const place = record.place();
    const at = this.#ids.positionOf(id);
    const query = this.#queries[at] ?? this.#newQuery(place, at);
    query.text ??= asId(fields.get('user_query'));
    query.events.push({ isClick, doc: this.#docs.positionOf(doc), ordinal, place });
  }

  #newQuery(place: ProblemPlace, at: number): LoggedQuery {
    return (this.#queries[at] = { text: null, robot: false, isRead: false, hits: null, place, events: [] });
  }

  #nameless = (): string => `\0${this.#ids.all.length}`;

  finish(): void {
    const { found } = this.into;
    for (const { text, robot, hits, place, events } of this.#queries) {
      if (robot) {
        found.add('robots', place);
        continue;
      }
      const listed = new Map([...(hits ?? [])].map((each, k) => [each, k + 1]));
      const seen = this.#seen(events, listed);
      const shown = seen.size > 0 ? seen : listed;
      const clicked = new Set<number>();
      for (const { isClick, doc, place: at } of events) {
        if (!isClick) continue;
        if (!shown.has(doc)) found.add('clicks-without-impression', at);
        else if (clicked.has(doc)) found.add('repeated', at);
        clicked.add(doc);
      }
      if (text === null || text.trim() === '') {
        if (shown.size > 0) found.add('incomplete', place);
        continue;
      }
      this.into.add(
        {
          query: text,
          shown: [...shown].map(([each, position]) => ({
            doc: this.#docs.all[each]!,
            position,
            clicked: clicked.has(each),
          })),
        },
        place,
      );
    }
  }

  #seen(events: readonly LoggedEvent[], listed: ReadonlyMap<number, number>): Map<number, number> {
    const seen = new Map<number, number>();
    for (const { isClick, doc, ordinal, place } of events) {
      if (isClick) continue;
      const position = ordinal < 0 ? listed.get(doc) : ordinal + 1 - this.#first;
      if (position === undefined || position < 1) this.into.found.add('incomplete', place);
      else if (seen.has(doc)) this.into.found.add('repeated', place);
      else seen.set(doc, position);
    }
    return seen;
  }
}

/** Nobody looks that far; a number beyond it is no position. */
export const MAX_POSITION = 10_000;
