/**
 * How a simulated user marks a list, from the first place on: with which chance a helpful passage is marked, and another
 * one, and with which chance the user stops after either mark. Hofmann, Whiteson and de Rijke, CIKM 2011, table 1 and
 * later work of these authors; `random` marks every second passage whatever it is.
 */
interface UserModel {
  readonly helpful: number;
  readonly other: number;
  readonly stopsHelpful: number;
  readonly stopsOther: number;
}

const USERS = {
  perfect: { helpful: 1, other: 0, stopsHelpful: 0, stopsOther: 0 },
  navigational: { helpful: 0.95, other: 0.05, stopsHelpful: 0.9, stopsOther: 0.2 },
  informational: { helpful: 0.9, other: 0.4, stopsHelpful: 0.5, stopsOther: 0.1 },
  random: { helpful: 0.5, other: 0.5, stopsHelpful: 0, stopsOther: 0 },
} as const satisfies Readonly<Record<string, UserModel>>;

export type UserName = keyof typeof USERS;

export interface SimulatedUser {
  readonly name: UserName;
  /** Whether place r is looked at with a chance of 1 / r only. */
  readonly positionBias: boolean;
}

/** All kinds of users, without and with position bias. */
export const SIMULATED_USERS: readonly SimulatedUser[] = (Object.keys(USERS) as UserName[]).flatMap((name) =>
  [false, true].map((positionBias) => ({ name, positionBias })),
);

export const nameOf = ({ name, positionBias }: SimulatedUser): string =>
  `${name}${positionBias ? ', position bias' : ''}`;

/** Places of a list that a user marks, from 0 on. */
export function markedPlaces(
  { name, positionBias }: SimulatedUser,
  helpful: readonly boolean[],
  random: () => number,
): number[] {
  const user: UserModel = USERS[name];
  const marked: number[] = [];
  for (const [place, helps] of helpful.entries()) {
    if (positionBias && random() * (place + 1) >= 1) continue;
    if (random() >= (helps ? user.helpful : user.other)) continue;
    marked.push(place);
    if (random() < (helps ? user.stopsHelpful : user.stopsOther)) break;
  }
  return marked;
}
