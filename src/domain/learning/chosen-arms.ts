/** What lists so far say of the arms that remain. */
export interface ArmStanding {
  /** Two or more. */
  readonly remaining: readonly string[];
  /** How far an arm is ahead of another one by the lists so far, in standard errors; 0 where they say nothing. */
  ahead(arm: string, other: string): number;
  /** The one that is nearest to leaving; null where nothing speaks against any. */
  readonly nearest: string | null;
}

/** Arms of a list that are chosen by how they did; one that is nearest to leaving may come to them. */
const MOST = 3;
/** How fast an arm is given up that is z standard errors behind: it is on a list with a chance of exp(−4 z²). */
const SHARPNESS = 4;
/** Share of lists that have the arm that is nearest to leaving, too: what is given up would never be shown to be worse. */
const SHOWING = 1 / 4;

/**
 * Of which arms the next list is interleaved: the one that leads and those that may be as good, so that questions are
 * mostly answered by good arms while it is learned which they are. All of them where few remain.
 *
 * A comparison stays valid with it at any stop. It is chosen before the list is drawn, by lists before it alone; on the
 * list each arm is given each place with the same chance; and two arms are compared on lists that have both. So given the
 * past, an arm that is not better is expected to get no more credit than the other one, whichever lists have them. What is
 * concluded from the past may be wrong (see `ArmScores`): then worse arms are shown, and no claim is false.
 *
 * Chances that fall with how far an arm is behind, as in Thompson sampling: Brost, Seldin, Cox and Lioma,
 * “Multi-dueling bandits and their application to online ranker evaluation”, CIKM 2016, choose the arms of a list by bounds.
 *
 * @param random from 0 to below 1, by a seed that knows nothing of the marks
 * @returns two or more, in the order of the arms
 */
export function chosenArms(standing: ArmStanding, random: () => number): readonly string[] {
  const { remaining, nearest } = standing;
  if (remaining.length <= MOST) return remaining;
  const leader = leaderOf(standing);
  const others = remaining.filter((arm) => arm !== leader);
  const chances = others.map((arm) => Math.exp(-SHARPNESS * Math.max(0, standing.ahead(leader, arm)) ** 2));
  const chosen = others.filter((_, i) => random() < chances[i]!);
  if (chosen.length === 0) chosen.push(drawn(others, chances, random));
  while (chosen.length >= MOST) chosen.splice(Math.floor(random() * chosen.length), 1);
  const shown = new Set([leader, ...chosen]);
  if (random() < SHOWING && nearest !== null) shown.add(nearest);
  return remaining.filter((arm) => shown.has(arm));
}

/** The arm that is ahead of most, a doubtful lead counting less than a sure one. The first of several. */
function leaderOf(standing: ArmStanding): string {
  const { remaining } = standing;
  const leads = remaining.map((arm) =>
    remaining.reduce((sum, other) => (other === arm ? sum : sum + Math.tanh(standing.ahead(arm, other))), 0),
  );
  return remaining[leads.indexOf(Math.max(...leads))]!;
}

/** Added to chances that may all be rounded to 0. */
const LEAST = 1e-12;

/** One by its chances; any of them where all are next to none. */
function drawn(arms: readonly string[], chances: readonly number[], random: () => number): string {
  const weights = chances.map((chance) => chance + LEAST);
  let at = random() * weights.reduce((sum, each) => sum + each, 0);
  for (const [i, weight] of weights.entries()) if ((at -= weight) < 0) return arms[i]!;
  return arms.at(-1)!;
}
