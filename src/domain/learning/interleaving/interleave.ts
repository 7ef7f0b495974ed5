import { uniform } from '../../statistics/random';
import { type InterleavingName, INTERLEAVINGS } from './registry';
import type { TiedRanking } from './tied-ranking';

export interface RankedSystem {
  readonly id: string;
  readonly ranking: TiedRanking;
}

export interface InterleavingRequest {
  readonly method: InterleavingName;
  /** Two or more, each once. */
  readonly systems: readonly RankedSystem[];
  /** Passages that are shown at most. */
  readonly depth: number;
  /** A whole number, of which the lower 32 bits count. */
  readonly seed: number;
}

/** One question's list for a blind comparison: a plain record, complete before the list is shown. */
export interface InterleavedList extends InterleavingRequest {
  /** Passages, first place first. */
  readonly shown: readonly string[];
  /** By place: for which system the passage was drawn. Kept for the record; no mark is scored by it. */
  readonly drawnFor: readonly string[];
  /** Systems that are not on it, and have a ranking for the question: its marks say something of them, too. */
  readonly others?: readonly RankedSystem[];
}

/**
 * One list of several systems' passages; the same for the same request.
 *
 * It is as long as the shortest ranking at most. Until then every system has a passage left at every place, so that each
 * place is given to each system with the same chance: beyond it only those with longer rankings could draw, and marks by
 * chance would prefer them. It is empty where a system found nothing: then nothing can be compared.
 *
 * @throws {RangeError} for less than two systems, or one that is there twice
 */
export function interleave(request: InterleavingRequest): InterleavedList {
  const { method, systems, depth, seed } = request;
  if (systems.length < 2 || new Set(systems.map(({ id }) => id)).size < systems.length)
    throw new RangeError('two or more systems, each once');
  const { drawing, assignment } = INTERLEAVINGS[method];
  const random = uniform(seed);
  const length = Math.min(depth, ...systems.map(({ ranking }) => new Set(ranking.flat()).size));
  const shown = new Set<string>();
  const drawnFor: string[] = [];
  let waiting: RankedSystem[] = [];
  while (shown.size < length) {
    if (waiting.length === 0 || assignment === 'independent') waiting = [...systems];
    const [system] = waiting.splice(Math.floor(random() * waiting.length), 1) as [RankedSystem];
    shown.add(drawing.draw(system.ranking, shown, random()));
    drawnFor.push(system.id);
  }
  return { ...request, shown: [...shown], drawnFor };
}
