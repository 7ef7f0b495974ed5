import { uniform } from '../../statistics/random';
import type { MixedOrigin, Proposal, QuestionLanguage } from '../candidate';
import { contentTerms } from '../content-words';
import { inOtherNumber } from './inflect';
import type { Name } from './names';
import { aboutSeveral, linking, typed } from './phrasing';
import type { RelatedPassages } from './related';

/** Names of the passage that a question takes, the most; those that it leaves out, the rarest first; related names. */
const PARTS = {
  keywords: { own: 4, dropped: 2, related: 1 },
  relation: { own: 4, dropped: 1, related: 0 },
  reworded: { own: 3, dropped: 1, related: 2 },
  several: { own: 3, dropped: 0, related: 0 },
} as const satisfies Record<MixedOrigin, { own: number; dropped: number; related: number }>;

/** With fewer names a question asks for nothing in particular. */
const MIN_OWN = 2;
/** Related names are drawn from the first so many. */
const NEAREST = 6;
/** Share of a question's terms by which another passage answers a question for several. */
const HELD = 0.8;

/**
 * Questions about one passage from names that stand near each other in it and, for some, names of passages like it:
 *
 * - `keywords`: a search as people type it;
 * - `relation`: what the names have to do with each other;
 * - `reworded`: the same, where related names that the passage does not have take the place of some;
 * - `several`: about names that a passage like it has too; both answer.
 *
 * The rarest names are left out: by them word search finds a passage without its topic. English nouns change their number.
 *
 * @returns one question; none where the passage has too few names
 */
export function mixedQuestions(
  kind: MixedOrigin,
  related: RelatedPassages,
  position: number,
  seed: number,
): Proposal[] {
  const { place, language, names } = related.passages[position]!;
  const random = uniform(seed + position);
  const { own, dropped, related: others } = PARTS[kind];
  const like = kind === 'several' ? related.like(position) : [];
  const shared = (name: Name): boolean =>
    like.length > 0 && [...contentTerms(name.key)].every((term) => like[0]!.passage.terms.has(term));
  const usable = kind === 'several' ? names.filter(shared) : names;
  const near = window(apart(usable), own + dropped, random);
  const rarest = near.toSorted((a, b) => related.rarity(b.key) - related.rarity(a.key));
  const left = new Set(rarest.slice(0, Math.min(dropped, near.length - MIN_OWN)));
  const kept = near.filter((name) => !left.has(name));
  const added = drawn(related.relatedTo(position).slice(0, NEAREST), others, random);
  if (kept.length < MIN_OWN || added.length < others) return [];
  const parts = [...kept, ...added];
  const text =
    kind === 'keywords'
      ? typed(
          parts.map(({ key }) => (language === 'en' ? inOtherNumber(`the ${key}`).slice('the '.length) : key)),
          language,
        )
      : (kind === 'several' ? aboutSeveral : linking)(parts.map(worded(language)), language, random);
  const terms = [...contentTerms(kept.map(({ key }) => key).join(' '))];
  const also = like
    .filter(({ passage }) => terms.filter((term) => passage.terms.has(term)).length >= HELD * terms.length)
    .map(({ passage }) => passage.place);
  if (kind === 'several' && also.length === 0) return [];
  return [{ text, origin: kind, language, place, value: random(), ...(also.length > 0 && { also }) }];
}

const worded =
  (language: QuestionLanguage) =>
  ({ written }: Name): string =>
    language === 'en' ? inOtherNumber(written) : written;

/** Names of which none is a part of one before it. */
function apart(names: readonly Name[]): Name[] {
  const kept: Name[] = [];
  for (const name of names)
    if (!kept.some(({ key }) => key.includes(name.key) || name.key.includes(key))) kept.push(name);
  return kept;
}

/** So many in a row, or all where there are fewer. */
function window<T>(from: readonly T[], size: number, random: () => number): T[] {
  const start = Math.floor(random() * (Math.max(0, from.length - size) + 1));
  return from.slice(start, start + size);
}

function drawn(from: readonly Name[], count: number, random: () => number): Name[] {
  const left = apart(from);
  return Array.from(
    { length: Math.min(count, left.length) },
    () => left.splice(Math.floor(random() * left.length), 1)[0]!,
  );
}
