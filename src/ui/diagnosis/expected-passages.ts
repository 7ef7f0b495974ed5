import type { Missed } from '../../domain/diagnosis/diagnose';
import { JudgedText } from '../../domain/chunk/judged-text';
import { isRelevant } from '../../domain/measures/judge';
import { foundShares } from '../../domain/measures/retrieved-text';
import { type JudgedPlace, judgedKey, type Places } from '../../domain/judging/places';
import type { Doc, DocId, Judgment, Ranking } from '../../base/types';

export interface ExpectedPassage {
  readonly place: JudgedPlace;
  readonly grade: number;
  /** Null where the system has it within k, or no diagnosis is there. */
  readonly missed: Missed | null;
}

/** Relevant places, missed ones first, then by grade. Misses without a passage go to places that no passage covers. */
export function expectedPassages(
  judgments: readonly Judgment[],
  missed: readonly Missed[],
  places: Places,
  relevance: number,
  isRanked: (place: JudgedPlace) => boolean,
): readonly ExpectedPassage[] {
  const relevant = judgments.filter(({ grade }) => isRelevant(grade, relevance));
  const without = missed.filter(({ docs }) => docs.length === 0);
  const expected = relevant.map(({ doc, span, grade }): ExpectedPassage => {
    const place = { doc, span: span ?? null };
    const own = missed.find(({ docs }) => docs.some((id) => isAt(places, id, place)));
    return { place, grade, missed: own ?? null };
  });
  const apart = expected.map((each): ExpectedPassage => {
    const isAlone = each.missed === null && !isRanked(each.place);
    return isAlone && without.length > 0 ? { ...each, missed: without.shift()! } : each;
  });
  return apart.sort((a, b) => Number(b.missed !== null) - Number(a.missed !== null) || b.grade - a.grade);
}

/** Share of each judged part that the first k passages hold together, 0 to 1, each character once, by place key. */
export function sharesWithin(
  judgments: readonly Judgment[],
  ranking: Ranking,
  k: number,
  docs: ReadonlyMap<DocId, Doc>,
): ReadonlyMap<string, number> {
  const ids = ranking.slice(0, k).map(({ id }) => id);
  const shares = new Map<string, number>();
  for (const judgment of judgments) {
    if (!judgment.span || !docs.has(judgment.doc)) continue;
    const read = [judgment.doc, ...ids].flatMap((id) => docs.get(id) ?? []);
    const text = new JudgedText(read, { judgments: [judgment] }).retrieved(judgment.query, ids);
    const [share] = foundShares(text, EVERYTHING, judgment.grade) ?? [];
    if (share !== undefined) shares.set(judgedKey(judgment), share);
  }
  return shares;
}

const EVERYTHING = { cutoff: Infinity, chars: Infinity, tokens: Infinity };

function isAt(places: Places, id: Missed['docs'][number], place: JudgedPlace): boolean {
  const found = places.of(id);
  return found.doc === place.doc && places.areSame(found, place);
}
