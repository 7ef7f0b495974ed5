import { append } from '../../base/containers';
import type { DocId, Place } from '../../base/types';

/** Its offsets are in code points, as in Python, and so are those of all text here. */
export interface RetrievedPassage extends Place {
  readonly tokens: number | null;
}

/** What was retrieved for a question as text, beside the text that is judged relevant. */
export interface RetrievedText {
  readonly passages: readonly RetrievedPassage[];
  /** Relevant text: each need with the places any of which gives it; most have one. @param threshold lowest grade */
  readonly needs: (threshold: number) => readonly (readonly Place[])[];
}

export interface TextLimits {
  readonly cutoff: number;
  /** In code points. */
  readonly chars: number;
  readonly tokens: number;
}

export interface TextOverlap {
  /** Of what was retrieved; where passages overlap, as often as they were retrieved. */
  readonly retrieved: number;
  /** Of relevant text among it, each once. */
  readonly shared: number;
  /** Of what is needed, each once; of a need with several places, that of which most was retrieved. */
  readonly needed: number;
  readonly found: number;
}

/** The passage that crosses the budget counts up to it, its tokens spread evenly. @returns null without token counts */
export function withinLimits(
  passages: readonly RetrievedPassage[],
  { cutoff, chars, tokens }: TextLimits,
): Place[] | null {
  const within: Place[] = [];
  let [charsLeft, tokensLeft] = [chars, tokens];
  for (const { doc, start, end, tokens: cost } of passages.slice(0, cutoff)) {
    if (tokens < Infinity && cost === null) return null;
    const length = end - start;
    const affordable = tokensLeft < (cost ?? 0) ? Math.floor((length * tokensLeft) / cost!) : length;
    const read = Math.min(affordable, charsLeft);
    if (read > 0) within.push({ doc, start, end: start + read });
    if (read < length) break;
    charsLeft -= length;
    tokensLeft -= cost ?? 0;
  }
  return within;
}

export function textOverlap(
  { passages, needs }: RetrievedText,
  limits: TextLimits,
  threshold: number,
): TextOverlap | null {
  const within = withinLimits(passages, limits);
  if (!within) return null;
  const retrieved = new TextUnion(within);
  const needed = needs(threshold);
  const chosen = new TextUnion(needed.flatMap((places) => mostFound(places, retrieved)));
  return {
    retrieved: within.reduce((sum, { start, end }) => sum + end - start, 0),
    shared: retrieved.sharedWith(new TextUnion(needed.flat())),
    needed: chosen.length,
    found: retrieved.sharedWith(chosen),
  };
}

export function foundShares({ passages, needs }: RetrievedText, limits: TextLimits, threshold: number) {
  const within = withinLimits(passages, limits);
  if (!within) return null;
  const retrieved = new TextUnion(within);
  return needs(threshold).map((places) => Math.max(0, ...places.map((place) => shareOf(place, retrieved))));
}

function mostFound(places: readonly Place[], retrieved: TextUnion): readonly Place[] {
  if (places.length < 2) return places;
  const shares = places.map((place) => shareOf(place, retrieved));
  return [places[shares.indexOf(Math.max(...shares))]!];
}

function shareOf(place: Place, retrieved: TextUnion): number {
  const length = place.end - place.start;
  return length > 0 ? retrieved.sharedWith(new TextUnion([place])) / length : 0;
}

/** Text in which each character is once, however many places hold it. */
class TextUnion {
  private readonly parts = new Map<DocId, [start: number, end: number][]>();

  constructor(places: readonly Place[]) {
    const sorted = places.filter(({ start, end }) => end > start).sort((a, b) => a.start - b.start);
    for (const { doc, start, end } of sorted) {
      const last = this.parts.get(doc)?.at(-1);
      if (last && start <= last[1]) last[1] = Math.max(last[1], end);
      else append(this.parts, doc, [start, end]);
    }
  }

  get length(): number {
    let sum = 0;
    for (const parts of this.parts.values()) for (const [start, end] of parts) sum += end - start;
    return sum;
  }

  sharedWith(other: TextUnion): number {
    let sum = 0;
    for (const [doc, own] of this.parts) {
      const others = other.parts.get(doc) ?? [];
      for (let i = 0, j = 0; i < own.length && j < others.length;) {
        const [a, b] = [own[i]!, others[j]!];
        sum += Math.max(0, Math.min(a[1], b[1]) - Math.max(a[0], b[0]));
        if (a[1] < b[1]) i++;
        else j++;
      }
    }
    return sum;
  }
}
