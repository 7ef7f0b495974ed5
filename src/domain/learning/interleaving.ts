import { valueOf } from '../../base/containers';
import type { Ranking } from '../../base/types';
import { uniform } from '../statistics/random';

export type TiedRanking = readonly (readonly string[])[];

/** The first passages of a ranking, with its ties; a passage that is there twice counts where it is first. */
export function tiedRanking(ranking: Ranking, depth: number): TiedRanking {
  const groups: string[][] = [];
  const seen = new Set<string>();
  let score = NaN;
  for (const hit of ranking) {
    if (seen.size === depth) break;
    if (seen.has(hit.id)) continue;
    seen.add(hit.id);
    if (hit.score === score) groups.at(-1)!.push(hit.id);
    else groups.push([hit.id]);
    score = hit.score;
  }
  return groups;
}

export interface Drawing {
  /** Of a passage that is not shown yet; 0 where the ranking does not have it. */
  chanceOf(ranking: TiedRanking, shown: ReadonlySet<string>, passage: string): number;
  /** @param at from 0 to below 1, by chance */
  draw(ranking: TiedRanking, shown: ReadonlySet<string>, at: number): string;
}

export interface InterleavingMethod {
  readonly drawing: Drawing;
  readonly assignment: 'independent' | 'rounds';
}

/** The best passage not shown yet, tied ones alike. Radlinski, Kurup and Joachims, CIKM 2008. */
const bestFirstDrawing: Drawing = {
  chanceOf(ranking, shown, passage) {
    const best = bestLeft(ranking, shown);
    return best.includes(passage) ? 1 / best.length : 0;
  },
  draw(ranking, shown, at) {
    const best = bestLeft(ranking, shown);
    return best[Math.floor(at * best.length)]!;
  },
};

function bestLeft(ranking: TiedRanking, shown: ReadonlySet<string>): readonly string[] {
  for (const tied of ranking) {
    const left = tied.filter((passage) => !shown.has(passage));
    if (left.length > 0) return left;
  }
  return [];
}

/**
 * Probabilistic interleaving: in proportion to 1 / r³, r the rank in the whole ranking, shared by tied passages.
 * Hofmann, Whiteson and de Rijke, “A probabilistic method for inferring preferences from clicks”, CIKM 2011 (τ = 3).
 */
const softmaxDrawing: Drawing = {
  chanceOf(ranking, shown, passage) {
    const weights = weightsOf(ranking);
    return (weights.get(passage) ?? 0) / weightLeft(weights, shown);
  },
  draw(ranking, shown, at) {
    const weights = weightsOf(ranking);
    let left = at * weightLeft(weights, shown);
    let drawn = '';
    for (const [passage, weight] of weights) {
      if (shown.has(passage)) continue;
      // The last one where rounding leaves something of the weight.
      drawn = passage;
      left -= weight;
      if (left < 0) break;
    }
    return drawn;
  },
};

function weightLeft(weights: ReadonlyMap<string, number>, shown: ReadonlySet<string>): number {
  let total = 0;
  for (const [passage, weight] of weights) if (!shown.has(passage)) total += weight;
  return total;
}

const known = new WeakMap<TiedRanking, ReadonlyMap<string, number>>();

const weightsOf = (ranking: TiedRanking) => valueOf(known, ranking, () => inverseCubes(ranking));

function inverseCubes(ranking: TiedRanking): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  let rank = 0;
  for (const tied of ranking) {
    let sum = 0;
    for (let i = 0; i < tied.length; i++) sum += (rank += 1) ** -3;
    for (const passage of tied) weights.set(passage, sum / tied.length);
  }
  return weights;
}

export const INTERLEAVINGS = {
  'team-draft': { drawing: bestFirstDrawing, assignment: 'rounds' },
  probabilistic: { drawing: softmaxDrawing, assignment: 'independent' },
  'probabilistic-rounds': { drawing: softmaxDrawing, assignment: 'rounds' },
} as const satisfies Readonly<Record<string, InterleavingMethod>>;

export type InterleavingName = keyof typeof INTERLEAVINGS;

export interface RankedSystem {
  readonly id: string;
  readonly ranking: TiedRanking;
}

export interface InterleavingRequest {
  readonly method: InterleavingName;
  readonly systems: readonly RankedSystem[];
  readonly depth: number;
  /** A whole number, of which the lower 32 bits count. */
  readonly seed: number;
}

export interface InterleavedList extends InterleavingRequest {
  readonly shown: readonly string[];
  /** By place: for which system the passage was drawn. Kept for the record; no mark is scored by it. */
  readonly drawnFor: readonly string[];
}

/**
 * Makes one list, at most as long as the shortest ranking: beyond it only longer ones could draw, and marks by chance
 * would prefer them. The list is empty where a system found nothing. @throws {RangeError} without two distinct systems
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
