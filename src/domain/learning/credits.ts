import { type InterleavedList, INTERLEAVINGS } from './interleaving';

export interface MarkedList {
  readonly list: InterleavedList;
  /** In any order; a passage counts once. None where the list was abandoned: shown, and left without a mark. */
  readonly marks: readonly string[];
}

/**
 * Expected credit of each system per mark, over all assignments that could have made the list; all 0 without marks.
 * Hofmann et al., CIKM 2011. @throws {RangeError} for a mark not on the list, and a list its rankings cannot have made
 */
export function credits({ list, marks }: MarkedList): number[] {
  const marked = new Set(marks);
  const credit = list.systems.map(() => 0);
  if (marked.size === 0) return credit;
  const places = [...marked].map((passage) => list.shown.indexOf(passage));
  if (places.includes(-1)) throw new RangeError('a mark that is not on the list');
  for (const chances of assignmentChances(list, places))
    chances.forEach((chance, system) => (credit[system]! += chance / marked.size));
  return credit;
}

/** By place, given the whole list; in rounds, forward and backward over sets of systems that drew, as bits. */
export function assignmentChances(
  { method, systems, shown }: InterleavedList,
  places: readonly number[] = [...shown.keys()],
): Float64Array[] {
  const { drawing, assignment } = INTERLEAVINGS[method];
  const drawnAt = (place: number): number[] => {
    const before = new Set(shown.slice(0, place));
    return systems.map(({ ranking }) => drawing.chanceOf(ranking, before, shown[place]!));
  };
  if (assignment === 'independent') return places.map((place) => shares(drawnAt(place)));

  const all = 2 ** systems.length - 1;
  const drawn = [...shown.keys()].map(drawnAt);
  const after = (state: number, system: number): number => (state | (1 << system)) % all;
  /** Systems that can draw in a state, and the chance of each to draw this passage. */
  const turns = (state: number, own: readonly number[]): (readonly [system: number, chance: number])[] => {
    const waiting = [...systems.keys()].filter((system) => (state & (1 << system)) === 0);
    return waiting.map((system) => [system, own[system]! / waiting.length]);
  };
  const forward = [new Map([[0, 1]])];
  for (const own of drawn) {
    const next = new Map<number, number>();
    for (const [state, weight] of forward.at(-1)!)
      for (const [system, chance] of turns(state, own)) {
        const to = after(state, system);
        next.set(to, (next.get(to) ?? 0) + weight * chance);
      }
    forward.push(next);
  }
  let rest = new Map([...forward.at(-1)!.keys()].map((state) => [state, 1]));
  const found: Float64Array[] = [];
  for (let place = shown.length - 1; place >= 0; place--) {
    const own = drawn[place]!;
    const weights = systems.map(() => 0);
    const previous = new Map<number, number>();
    for (const [state, weight] of forward[place]!)
      for (const [system, chance] of turns(state, own)) {
        const onward = chance * rest.get(after(state, system))!;
        weights[system]! += weight * onward;
        previous.set(state, (previous.get(state) ?? 0) + onward);
      }
    found[place] = shares(weights);
    rest = previous;
  }
  return places.map((place) => found[place]!);
}

function shares(weights: readonly number[]): Float64Array {
  const total = weights.reduce((sum, each) => sum + each, 0);
  if (!(total > 0)) throw new RangeError('a list that its rankings cannot have made');
  return Float64Array.from(weights, (each) => each / total);
}
