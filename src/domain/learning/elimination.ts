import { Bets } from '../statistics/bets';
import { ConfidenceSequence } from '../statistics/confidence-sequence';
import type { Interval } from '../statistics/types';
import { ArmScores } from './arm-scores';
import type { ArmStanding } from './chosen-arms';
import { credits, type MarkedList } from './counterfactual';

export interface EliminationOptions {
  /** Fusion weights or systems, two or more. */
  readonly arms: readonly string[];
  /** Share of eliminations in which an arm that no other is better than may ever leave. */
  readonly alpha: number;
}

/** Why an arm left. */
export interface Departure {
  readonly arm: string;
  /** The arm that was shown to be better; it may have left later. */
  readonly against: string;
  /** How many lists had been marked by then, this one included. */
  readonly lists: number;
}

export interface ArmComparison {
  readonly better: string;
  readonly worse: string;
  /** Lists that had both. */
  readonly lists: number;
  /** Of their differences of credit, better − worse. */
  readonly mean: number;
  /** Null where every mean is excluded: it claims nothing. */
  readonly interval: Interval | null;
}

/** A pair that more lists may decide. */
export interface OpenPair {
  readonly better: string;
  readonly worse: string;
  /** How far the evidence is that `worse` is worse: 1 is enough for it to leave. The logarithm of the e-value as a share. */
  readonly progress: number;
  /** More lists until then, if they go on as those so far: no promise. */
  readonly lists: number;
}

/** On differences of two arms, scaled to 0 to 1. */
interface Pair {
  readonly bets: Bets;
  /** Logarithm of what who bets on the first, or on the second, has. */
  first: number;
  second: number;
}

/** No difference, of differences from −1 to 1 scaled to 0 to 1. */
const EQUAL = 0.5;

/**
 * Successive elimination: every list is interleaved of arms that remain, all or those that are chosen by the lists before
 * it ({@link chosenArms}), and its marks give each of them credit. An arm leaves as soon as another one is shown to get more.
 * Each ordered pair has an e-process against “not better”, by the
 * bets of a confidence sequence; an arm leaves at (m − 1) / α of m arms.
 *
 * The best arm stays in all but a share of α, whenever one looks: of its m − 1 comparisons each fails with a chance of at
 * most α / (m − 1) (Ville’s inequality, union bound). Best is one that is expected to get at least as much credit as any
 * other, beside whichever arms are on the list: credit compares arms among themselves, and a measure on judged questions may see
 * it otherwise.
 *
 * Even-Dar, Mannor and Mansour, “Action elimination and stopping conditions for the multi-armed bandit and reinforcement
 * learning problems”, JMLR, 2006; lists of many systems: Schuth et al., “Probabilistic multileave for online retrieval
 * evaluation”, SIGIR 2015; bets: Waudby-Smith and Ramdas, JRSS-B, 2024.
 */
export class Elimination implements ArmStanding {
  readonly #alpha: number;
  readonly #enough: number;
  /** By first and second arm, in the order of the arms. */
  readonly #pairs = new Map<string, Map<string, Pair>>();
  readonly #credits: ReadonlyMap<string, number>[] = [];
  readonly #scores: ArmScores;
  #remaining: readonly string[];
  readonly #left: Departure[] = [];

  constructor({ arms, alpha }: EliminationOptions) {
    if (arms.length < 2 || new Set(arms).size < arms.length) throw new RangeError('two or more arms, each once');
    this.#remaining = arms;
    this.#scores = new ArmScores(arms);
    // A confidence sequence has half of its α on either side.
    this.#alpha = (2 * alpha) / (arms.length - 1);
    this.#enough = Math.log((arms.length - 1) / alpha);
    arms.forEach((first, i) => {
      const fresh = (): Pair => ({ bets: new Bets(this.#alpha), first: 0, second: 0 });
      this.#pairs.set(first, new Map(arms.slice(i + 1).map((second) => [second, fresh()])));
    });
  }

  /** In the order of the arms. */
  get remaining(): readonly string[] {
    return this.#remaining;
  }

  /** In the order of leaving. */
  get left(): readonly Departure[] {
    return this.#left;
  }

  /**
   * A list without a passage is passed over. Where a list shows several pairs at once, an arm leaves against the one with
   * the most evidence.
   *
   * @throws {RangeError} for a list of an arm that does not remain, or with a mark that is not on it
   */
  add(marked: MarkedList): void {
    const { systems, shown } = marked.list;
    const arms = this.#remaining.filter((arm) => systems.some(({ id }) => id === arm));
    if (arms.length !== systems.length || arms.some((arm, i) => arm !== systems[i]!.id))
      throw new RangeError('a list of arms that remain, in their order');
    if (shown.length === 0) return;
    const given = credits(marked);
    this.#scores.add(marked);
    this.#credits.push(new Map(arms.map((arm, i) => [arm, given[i]!])));
    const worst = new Map<string, { against: string; evidence: number }>();
    const show = (arm: string, against: string, evidence: number): void => {
      if (evidence >= this.#enough && evidence > (worst.get(arm)?.evidence ?? 0)) worst.set(arm, { against, evidence });
    };
    arms.forEach((first, i) => {
      for (let j = i + 1; j < arms.length; j++) {
        const second = arms[j]!;
        const pair = this.#pairs.get(first)!.get(second)!;
        const x = Math.max(0, Math.min(1, (1 + given[i]! - given[j]!) / 2));
        pair.first += pair.bets.above(EQUAL, x);
        pair.second += pair.bets.below(EQUAL, x);
        pair.bets.add(x);
        show(second, first, pair.first);
        show(first, second, pair.second);
      }
    });
    if (worst.size === 0) return;
    for (const [arm, { against }] of worst) this.#left.push({ arm, against, lists: this.#credits.length });
    this.#remaining = this.#remaining.filter((arm) => !worst.has(arm));
  }

  ahead(arm: string, other: string): number {
    return this.#scores.ahead(arm, other);
  }

  get nearest(): string | null {
    let [nearest, most]: [string | null, number] = [null, 0];
    this.#remaining.forEach((first, i) => {
      for (const second of this.#remaining.slice(i + 1)) {
        const pair = this.#pairs.get(first)!.get(second)!;
        const [arm, evidence] = pair.first >= pair.second ? [second, pair.first] : [first, pair.second];
        if (evidence > most) [nearest, most] = [arm, evidence];
      }
    });
    return nearest;
  }

  /** How much better one arm did than another, over the lists that had both. */
  comparison(better: string, worse: string): ArmComparison {
    const sequence = new ConfidenceSequence({ range: [-1, 1], alpha: this.#alpha });
    for (const given of this.#credits) {
      const [high, low] = [given.get(better), given.get(worse)];
      if (high !== undefined && low !== undefined) sequence.add(Math.max(-1, Math.min(1, high - low)));
    }
    return { better, worse, lists: sequence.count, mean: sequence.mean, interval: sequence.interval };
  }

  /** What the next lists may decide, the soonest first: pairs of remaining arms with evidence for one of them. */
  get open(): readonly OpenPair[] {
    const lists = this.#credits.length;
    return this.#remaining
      .flatMap((first, i) =>
        this.#remaining.slice(i + 1).flatMap((second): OpenPair[] => {
          const pair = this.#pairs.get(first)!.get(second)!;
          const evidence = Math.max(pair.first, pair.second);
          if (!(evidence > 0)) return [];
          const [better, worse] = pair.first >= pair.second ? [first, second] : [second, first];
          const progress = evidence / this.#enough;
          return [{ better, worse, progress, lists: Math.ceil(lists / progress - lists) }];
        }),
      )
      .sort((a, b) => a.lists - b.lists);
  }
}

/**
 * What was lost by lists of arms that are not the best: the sum over lists of the best value less the mean value of the
 * list's arms.
 *
 * @param played arms of each list
 * @param values of each arm by a measure on judged questions, higher is better
 */
export function regretOf(played: Iterable<readonly string[]>, values: ReadonlyMap<string, number>): number {
  const best = Math.max(...values.values());
  let regret = 0;
  for (const arms of played)
    regret += best - arms.reduce((sum, arm) => sum + values.get(arm)!, 0) / Math.max(1, arms.length);
  return regret;
}
