import type { ResultRecord } from '../../contract/result';
import { GENERATED_ORIGINS } from '../../domain/questions/candidate';
import { ORIGIN_TEXTS } from '../shared/messages/origins';
import { intervalsOf } from '../../domain/statistics/bootstrap';
import { DEFAULT_RESAMPLES, DEFAULT_SEED } from '../../domain/statistics/defaults';
import { momentsOf } from '../../domain/statistics/paired';
import { Sampling } from '../../domain/statistics/sampling';
import { significant } from '../../domain/statistics/significant';
import type { Interval } from '../../domain/statistics/types';
import type { Query, QueryId, QuestionOrigin } from '../../base/types';

/** Fewer questions of one origin say little: their interval is wide, and by the bootstrap still too narrow. */
export const FEW_OF_ORIGIN = 30;

/** What came with the collection has no origin of its own. */
export type OriginGroupId = QuestionOrigin | 'given';

const ORDER: readonly OriginGroupId[] = ['given', 'written', 'imported', 'model', ...GENERATED_ORIGINS];

export interface OriginGroup {
  readonly origin: OriginGroupId;
  /** Positions of its questions in the result. */
  readonly questions: readonly number[];
}

export const originLabel = (origin: OriginGroupId): string =>
  origin === 'given' ? 'With the collection' : ORIGIN_TEXTS[origin].label;

/** What is to be known of numbers over such questions; null where there is nothing to say. */
export const originNote = (origin: OriginGroupId): string | null =>
  origin === 'given' || origin === 'written' || origin === 'imported' ? null : ORIGIN_TEXTS[origin].note;

const originOf = (query: Query | undefined): OriginGroupId | null => (query ? (query.origin ?? 'given') : null);

/** The evaluated questions by origin, without those that were deleted since. */
export function originGroups(
  { queries }: Pick<ResultRecord, 'queries'>,
  queryOf: (id: QueryId) => Query | undefined,
): OriginGroup[] {
  const origins = queries.map((id) => originOf(queryOf(id)));
  return ORDER.map((origin) => ({
    origin,
    questions: [...origins.keys()].filter((i) => origins[i] === origin),
  })).filter(({ questions }) => questions.length > 0);
}

export interface OriginValue {
  readonly system: string;
  /** Null where no question of the origin has a value. */
  readonly mean: number | null;
  /** Questions that the mean is over. */
  readonly questions: number;
  /** 95 %, BCa; null for fewer than two questions, or where all resamples lie on one side. */
  readonly interval: Interval | null;
}

/** Means over one origin's questions; all systems share bootstrap resamples. @param measure a mean over questions */
export function originValues(
  { systems }: Pick<ResultRecord, 'systems'>,
  measure: string,
  { questions }: OriginGroup,
): OriginValue[] {
  const rows = systems.map(({ perQuery }) =>
    significant(Float64Array.from(questions, (q) => perQuery[measure]?.[q] ?? Number.NaN)),
  );
  const sampling = new Sampling(rows, DEFAULT_SEED, DEFAULT_RESAMPLES);
  return systems.map(({ id: system }, s) => {
    const shared = sampling.sharedBy([s]);
    const [own] = shared.rows as [Float64Array];
    if (shared.questions === 0) return { system, mean: null, questions: 0, interval: null };
    const resampled = shared.bootstrapped()[0]!.map((sum) => (sum * shared.unit) / shared.questions);
    const { bca } = intervalsOf(own, resampled, 2 * shared.unit);
    return { system, mean: momentsOf(own).mean, questions: shared.questions, interval: bca };
  });
}
