import { valueOf } from '../../base/containers';
import { eachContained } from '../dataset/ground-truth-texts';
import type { Doc, DocId, Place, Span } from '../../base/types';
import { folded, type Folded } from './folded';
import { locateAlike } from './locate-alike';

export interface Located {
  /** In the order of the documents and their texts. All of them where the text was found as it is, the best one where it is `fuzzy`. */
  readonly matches: readonly Place[];
  /** `normalised`: but for case, white space and Unicode's compatibility forms; `fuzzy`: but for a tenth of its characters. */
  readonly how: 'exact' | 'normalised' | 'fuzzy';
  /** 1 − edits / length of the longer one, of the normalised texts: 1 unless `fuzzy`. */
  readonly similarity: number;
}

type LocatedSource = Pick<Doc, 'id' | 'text'>;

/** Finds one text; for many use {@link locateAll}, which reads every document once. */
export const locate = (text: string, docs: readonly LocatedSource[]): Located | null => locateAll([text], docs)[0]!;

/**
 * Finds where texts are in documents: exactly, else but for case, white space and compatibility forms (NFKC),
 * else the place most alike, where at least nine tenths are. Offsets are those of the documents as they are. Matches
 * within longer words are dropped where the text also stands as words of its own: `10` is not in `2010`.
 *
 * @returns for each text what was found, null where nothing was; an empty text is found nowhere
 */
export function locateAll(texts: readonly string[], docs: readonly LocatedSource[]): (Located | null)[] {
  const needles = texts.map((text) => folded(text).text);
  // Only texts are kept of all documents: the way back to offsets is made again for those that match.
  const haystacks = docs.map(({ text }) => folded(text).text);
  const holders = needles.map((): number[] => []);
  eachContained(needles, haystacks, (needle, doc) => void holders[needle]!.push(doc));
  const byId = new Map(docs.map(({ id, text }) => [id, text]));
  const opened = new Map<number, Folded>();
  const open = (doc: number): Folded => valueOf(opened, doc, () => folded(docs[doc]!.text));
  const found = texts.map((text, i) => {
    const places = holders[i]!.sort((a, b) => a - b).flatMap((doc) => placesOf(needles[i]!, docs[doc]!, open(doc)));
    return asItIs(text.trim(), places, byId);
  });
  const missing = [...texts.keys()].filter((i) => found[i] === null && needles[i] !== '');
  const alike = locateAlike(
    missing.map((i) => needles[i]!),
    haystacks,
  );
  missing.forEach((i, at) => {
    const match = alike[at];
    if (!match) return;
    const place = { doc: docs[match.doc]!.id, ...open(match.doc).source(match) };
    found[i] = { matches: [place], how: 'fuzzy', similarity: match.similarity };
  });
  return found;
}

function placesOf(needle: string, { id }: LocatedSource, { text: haystack, source }: Folded): Place[] {
  const spans: Span[] = [];
  for (let at = haystack.indexOf(needle); at >= 0; at = haystack.indexOf(needle, at + needle.length))
    spans.push(source({ start: at, end: at + needle.length }));
  return spans.map(({ start, end }) => ({ doc: id, start, end }));
}

/** Exact places where there are any, of them those that are words of their own where there are any. */
function asItIs(text: string, places: readonly Place[], texts: ReadonlyMap<DocId, string>): Located | null {
  if (places.length === 0) return null;
  const whole = places.filter((place) => isOfItsOwn(texts.get(place.doc)!, place));
  const kept = whole.length > 0 ? whole : places;
  const exact = kept.filter(({ doc, start, end }) => texts.get(doc)!.slice(start, end) === text);
  return { matches: exact.length > 0 ? exact : kept, how: exact.length > 0 ? 'exact' : 'normalised', similarity: 1 };
}

/** Scripts that are written with blanks between words; the others have no border that could be told from a text. */
const WITHIN_WORD = /[\p{L}\p{N}](?<![\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}])/u;

/** Whether a part of a text neither begins nor ends within a word. */
function isOfItsOwn(text: string, { start, end }: Span): boolean {
  const within = (at: number) => WITHIN_WORD.test(text[at - 1] ?? '') && WITHIN_WORD.test(text[at] ?? '');
  return !within(start) && !within(end);
}
