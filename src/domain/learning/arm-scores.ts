import type { MarkedList } from './counterfactual';
import type { TiedRanking } from './interleaving/tied-ranking';

/** Lists whose marks are taken to be spread evenly over the places, before it is known how they are. */
const EVEN_LISTS = 100;
/** Added to a sum of squares: a few lists are not to look certain. */
const SQUARES_BEFORE = 0.05;

/**
 * How well every arm did by the marks of all lists, those that did not have it included: it would have shown a marked
 * passage at its own rank. An arm's score of a list is the sum over its places of the mark there (1 or 0), less what was
 * expected there, divided by the passage's rank in the arm's ranking; 0 where that does not have it.
 *
 * Expected are as many marks as the list has, spread over places as on the lists so far: else the arms whose passages come
 * first on lists would win by marks that only places explain, and come first again. It begins with an even spread, which
 * counts as {@link EVEN_LISTS} lists, so that the first few do not spread it by chance.
 *
 * Scores say which arms to show and no more: that an arm is better is shown by credit on lists that have both
 * (`Elimination`). They know sooner, since every mark says something of every arm, and two of eleven are rarely on one list.
 */
export class ArmScores {
  readonly #arms: readonly string[];
  /** Of the differences of two arms' scores, and of their squares, by first and second arm. */
  readonly #sums: Float64Array;
  readonly #squares: Float64Array;
  /** By place, of the lists so far that have a mark: marks, and lists with the place. */
  readonly #marks: number[] = [];
  readonly #lists: number[] = [];

  constructor(arms: readonly string[]) {
    this.#arms = arms;
    this.#sums = new Float64Array(arms.length ** 2);
    this.#squares = new Float64Array(arms.length ** 2);
  }

  /** A list without a mark says nothing. An arm whose ranking is not known with it has no score of it. */
  add({ list, marks }: MarkedList): void {
    if (marks.length === 0) return;
    const marked = new Set(marks);
    const surprises = this.#surprises(list.shown.map((passage) => marked.has(passage)));
    const scores = new Map(
      [...list.systems, ...(list.others ?? [])].map(({ id, ranking }) => {
        const gains = gainsOf(ranking);
        return [id, surprises.reduce((sum, each, place) => sum + each * (gains.get(list.shown[place]!) ?? 0), 0)];
      }),
    );
    this.#arms.forEach((first, i) => {
      this.#arms.forEach((second, j) => {
        const [one, other] = [scores.get(first), scores.get(second)];
        if (one === undefined || other === undefined) return;
        const at = i * this.#arms.length + j;
        this.#sums[at]! += one - other;
        this.#squares[at]! += (one - other) ** 2;
      });
    });
  }

  /** How far an arm is ahead of another one, in standard errors; 0 before a list says anything of both. */
  ahead(arm: string, other: string): number {
    const at = this.#arms.indexOf(arm) * this.#arms.length + this.#arms.indexOf(other);
    return this.#sums[at]! / Math.sqrt(this.#squares[at]! + SQUARES_BEFORE);
  }

  /** By place: the mark less what is expected. They add to 0. The list itself is one of the lists so far. */
  #surprises(marked: readonly boolean[]): number[] {
    for (const [place, isMarked] of marked.entries()) {
      this.#marks[place] = (this.#marks[place] ?? 0) + Number(isMarked);
      this.#lists[place] = (this.#lists[place] ?? 0) + 1;
    }
    const even = sumOf(this.#marks) / sumOf(this.#lists);
    const rates = marked.map(
      (_, place) => (this.#marks[place]! + EVEN_LISTS * even) / (this.#lists[place]! + EVEN_LISTS),
    );
    const scale = marked.filter(Boolean).length / sumOf(rates);
    return marked.map((isMarked, place) => Number(isMarked) - scale * rates[place]!);
  }
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, each) => sum + each, 0);

/** Each arm's ranking is read once a list; simulations read the same ones for thousands of lists. */
const known = new WeakMap<TiedRanking, ReadonlyMap<string, number>>();

/** 1 / rank of each passage; tied ones share it. */
function gainsOf(ranking: TiedRanking): ReadonlyMap<string, number> {
  const before = known.get(ranking);
  if (before) return before;
  const gains = new Map<string, number>();
  let rank = 0;
  for (const tied of ranking) {
    const sum = sumOf(tied.map(() => 1 / (rank += 1)));
    for (const passage of tied) gains.set(passage, sum / tied.length);
  }
  known.set(ranking, gains);
  return gains;
}
