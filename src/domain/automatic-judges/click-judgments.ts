import { valueOf } from '../../base/containers';
import { docId, type DocId, type Query } from '../../base/types';
import { placeOf } from '../chunk/recursive';
import type { ClickSummary } from '../click-logs/summary';
import { questionKey, questionKeys } from '../questions/add';
import type { AutomaticJudgment } from './judgments';

/** What clicks are compared with what: see `click-rates.ts`. */
export const CLICK_ESTIMATES = ['coec', 'weighted'] as const;
export type ClickEstimate = (typeof CLICK_ESTIMATES)[number];

export interface ClickGrading {
  readonly by: ClickEstimate;
  /** Impressions that a passage needs for a query; effective ones where they are weighted. */
  readonly minImpressions: number;
}

/**
 * Times the usual clicks from which a passage has grade 1, 2 and 3: half as many as usual, as many, and twice as many. What
 * is clicked less is not relevant. Usual are the clicks that its positions get, or the mean weighted rate of all impressions.
 */
const CLICK_CUTS = [0.5, 1, 2] as const;

export interface ClickJudgments {
  readonly judgments: readonly AutomaticJudgment[];
  /** Questions of the collection that have one. */
  readonly questions: number;
  /** Pairs of query and passage that have none: shown too rarely; of a query that is no question here; of a passage that is not. */
  readonly few: number;
  readonly unknownQueries: number;
  readonly unknownDocs: number;
}

/** Where judgments from clicks belong. No documents where a collection has judgments alone: any id is then taken. */
interface ClickGround {
  readonly queries: readonly Pick<Query, 'id' | 'text'>[];
  readonly docs: readonly DocId[];
}

/**
 * Implicit judgments, by what was clicked. Questions are known by their texts, passages by the ids of documents or by their own.
 *
 * @throws {RangeError} for `weighted` where position bias is not identified
 */
export function clickJudgments(summary: ClickSummary, ground: ClickGround, grading: ClickGrading): ClickJudgments {
  const { rates, queries, docs } = summary;
  const { ratios, impressions } = ratiosOf(summary, grading.by);
  const byText = new Map(ground.queries.map(({ id, text }) => [questionKey(text), id] as const).toReversed());
  const own = new Set<string>(ground.docs);
  const ids = questionKeys(queries).map((key) => byText.get(key));
  // Most queries of a log are no questions, and their passages need not be looked up.
  const places = new Map<number, ReturnType<typeof knownPlace>>();
  const judgments: AutomaticJudgment[] = [];
  let [few, unknownQueries, unknownDocs] = [0, 0, 0];
  for (let i = 0; i < ratios.length; i++) {
    const ratio = ratios[i]!;
    const query = ids[rates.query[i]!];
    if (query === undefined) {
      unknownQueries++;
      continue;
    }
    const doc = rates.doc[i]!;
    const place = valueOf(places, doc, () => knownPlace(docs[doc]!, own));
    if (!place) unknownDocs++;
    else if (!(impressions[i]! >= grading.minImpressions) || Number.isNaN(ratio)) few++;
    else judgments.push({ query, ...place, score: CLICK_CUTS.filter((cut) => ratio >= cut).length });
  }
  const questions = new Set(judgments.map(({ query }) => query)).size;
  return { judgments, questions, few, unknownQueries, unknownDocs };
}

interface Ratios {
  readonly ratios: Float64Array;
  readonly impressions: ArrayLike<number>;
}

function ratiosOf({ rates, weighted }: ClickSummary, by: ClickEstimate): Ratios {
  if (by === 'coec') return { ratios: rates.coec, impressions: rates.shown };
  if (!weighted) throw new RangeError('position bias is not identified');
  let [clicks, shown] = [0, 0];
  for (const [i, rate] of weighted.rate.entries()) {
    if (Number.isNaN(rate)) continue;
    clicks += rate * rates.shown[i]!;
    shown += rates.shown[i]!;
  }
  return { ratios: weighted.rate.map((rate) => rate / (clicks / shown)), impressions: weighted.effective };
}

/** A document, or a passage by its own id; null where it is not in the collection. */
function knownPlace(name: string, docs: ReadonlySet<string>): Pick<AutomaticJudgment, 'doc' | 'span'> | null {
  if (docs.size === 0 || docs.has(name)) return { doc: docId(name), span: null };
  const place = placeOf(docId(name));
  return place && docs.has(place.doc) ? { doc: place.doc, span: { start: place.start, end: place.end } } : null;
}
