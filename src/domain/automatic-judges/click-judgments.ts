import { valueOf } from '../../base/containers';
import { docId, type DocId, type Query } from '../../base/types';
import { placeOf } from '../chunk/recursive';
import type { ClickSummary } from '../click-logs/click-log';
import { questionKey, questionKeys } from '../questions/add';
import type { AutomaticJudgment } from './judgments';

/** Grades 1, 2 and 3 from half, all and twice the clicks that a passage's positions usually get. */
const CLICK_CUTS = [0.5, 1, 2] as const;

export type ClickJudgments = ReturnType<typeof clickJudgments>;

/** Where judgments from clicks belong. No documents where a collection has judgments alone: any id is then taken. */
interface ClickGround {
  readonly queries: readonly Pick<Query, 'id' | 'text'>[];
  readonly docs: readonly DocId[];
}

/** Questions are known by texts, passages by ids. @param minImpressions of a passage for a query */
export function clickJudgments({ rates, queries, docs }: ClickSummary, ground: ClickGround, minImpressions: number) {
  const byText = new Map(ground.queries.map(({ id, text }) => [questionKey(text), id] as const).toReversed());
  const own = new Set<string>(ground.docs);
  const ids = questionKeys(queries).map((key) => byText.get(key));
  // Most queries of a log are no questions, and their passages need not be looked up.
  const places = new Map<number, ReturnType<typeof knownPlace>>();
  const judgments: AutomaticJudgment[] = [];
  let [few, unknownQueries, unknownDocs] = [0, 0, 0];
  for (let i = 0; i < rates.coec.length; i++) {
    const ratio = rates.coec[i]!;
    const query = ids[rates.query[i]!];
    if (query === undefined) {
      unknownQueries++;
      continue;
    }
    const doc = rates.doc[i]!;
    const place = valueOf(places, doc, () => knownPlace(docs[doc]!, own));
    if (!place) unknownDocs++;
    else if (rates.shown[i]! < minImpressions || Number.isNaN(ratio)) few++;
    else judgments.push({ query, ...place, score: CLICK_CUTS.filter((cut) => ratio >= cut).length });
  }
  const questions = new Set(judgments.map(({ query }) => query)).size;
  return {
    judgments,
    questions,
    /** Pairs of query and passage that have none: shown too rarely; of a query that is no question here; of a passage that is not. */
    few,
    unknownQueries,
    unknownDocs,
  };
}

/** A document, or a passage by its own id; null where it is not in the collection. */
function knownPlace(name: string, docs: ReadonlySet<string>): Pick<AutomaticJudgment, 'doc' | 'span'> | null {
  if (docs.size === 0 || docs.has(name)) return { doc: docId(name), span: null };
  const place = placeOf(docId(name));
  return place && docs.has(place.doc) ? { doc: place.doc, span: { start: place.start, end: place.end } } : null;
}
