import { baseName } from '../../base/paths';

interface NamedRun {
  readonly file: string;
  readonly tag: string | null;
}

/** The names of runs of other systems: the tag, or the file's name where it has no tag or another has the same. */
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

export function freeName(name: string, taken: readonly string[]): string {
  return taken.includes(name) ? numbered(name, new Set(taken)) : name;
}

function numbered(name: string, used: ReadonlySet<string>): string {
  let n = 2;
  while (used.has(`${name} (${n})`)) n++;
  return `${name} (${n})`;
}
