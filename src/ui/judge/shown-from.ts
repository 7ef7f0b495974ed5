import type { Places } from '../../domain/judging/places';
import type { PoolItem } from '../../domain/judging/pool';

/** A shorter part decides where a passage is shown from, if the passage is this many times as long. */
const UNEVEN = 2;

/**
 * Where the text of an item is shown from: where it begins, or, of a much longer text than some system found in it, where
 * that begins. The whole text is one click away.
 */
export function shownFrom(
  places: Places,
  { place, members }: PoolItem,
): { readonly start: number; readonly uneven: boolean } {
  const start = place.span?.start ?? 0;
  const parts = members.map((id) => places.of(id)).filter(({ doc, span }) => doc === place.doc && span !== null);
  const shortest = parts.sort((a, b) => places.inkOf(a) - places.inkOf(b))[0];
  const uneven = shortest !== undefined && places.inkOf(place) >= UNEVEN * places.inkOf(shortest);
  return { start: uneven ? Math.max(start, shortest.span!.start) : start, uneven };
}
