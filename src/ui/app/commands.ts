import type { Screen } from '../shared/navigation/address';

export interface Command {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly run: () => unknown;
}

/** Commands that have every typed word, those that begin with it first. */
export function matching(commands: readonly Command[], typed: string): Command[] {
  const words = typed
    .toLocaleLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const found = commands.filter(({ name, kind }) => {
    const text = `${name} ${kind}`.toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  });
  const first = words[0];
  if (first === undefined) return found;
  const rank = ({ name }: Command): number => {
    const text = name.toLocaleLowerCase();
    return text.startsWith(first) ? 0 : text.includes(` ${first}`) ? 1 : 2;
  };
  return found.toSorted((a, b) => rank(a) - rank(b));
}

export const SCREEN_NAMES: Readonly<Record<Screen, string>> = {
  data: 'Data',
  findings: 'Findings',
  questions: 'Questions',
  runs: 'Runs',
  playground: 'Playground',
};
