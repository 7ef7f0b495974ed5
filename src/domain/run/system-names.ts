import { baseName } from '../../base/paths';

interface NamedRun {
  readonly file: string;
  readonly tag: string | null;
}

/**
 * The names under which runs of other systems are shown: a run's tag, or its file's name where it has no tag, where
 * another has the same, or where a system has that name already.
 *
 * @returns one name a run, all different from each other and from those `taken`
 */
export function systemNames(runs: readonly NamedRun[], taken: readonly string[]): string[] {
  const used = new Set(taken);
  const tags = runs.map(({ tag }) => tag);
  return runs.map(({ file, tag }) => {
    const own = tag !== null && tags.filter((each) => each === tag).length === 1;
    const candidates = [...(own ? [tag] : []), baseName(file), file];
    const name = candidates.find((each) => !used.has(each)) ?? numbered(file, used);
    used.add(name);
    return name;
  });
}

/** The name, or the name with the first number that makes it one that is not taken. */
export function freeName(name: string, taken: readonly string[]): string {
  return taken.includes(name) ? numbered(name, new Set(taken)) : name;
}

function numbered(name: string, used: ReadonlySet<string>): string {
  let n = 2;
  while (used.has(`${name} (${n})`)) n++;
  return `${name} (${n})`;
}
