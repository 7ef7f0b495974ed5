import { stemOf } from '../../base/paths';
import type { SourceText } from './source';

/** Splits that hold the judgments meant for measuring, the best first. */
const PREFERRED = ['test', 'dev'];

/**
 * The split whose judgments are taken.
 *
 * @param splits sorted
 * @param asked what the person chose, if anything
 * @returns null where there are no splits; undefined where the one asked for is not there
 */
export function chooseSplit(splits: readonly string[], asked: string | undefined): string | null | undefined {
  if (asked !== undefined) return splits.includes(asked) ? asked : undefined;
  return PREFERRED.find((split) => splits.includes(split)) ?? splits[0] ?? null;
}

/**
 * Files of one part of a collection by the split that their names end with: of `queries.dev.small.tsv` it is `dev.small`,
 * of `queries.tsv` none, which is the empty text.
 *
 * @param part what the names begin with
 */
export function bySplit(files: readonly SourceText[], part: RegExp): ReadonlyMap<string, SourceText> {
  const splitOf = (file: SourceText): string =>
    stemOf(file.path)
      .replace(part, '')
      .replace(/^[-_.]+/, '');
  return new Map(files.map((file) => [splitOf(file), file] as const).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The splits to choose among. A file without one is a split where there are others. */
export const splitNames = (files: ReadonlyMap<string, SourceText>, unnamed: string): string[] =>
  files.size === 1 && files.has('') ? [] : [...files.keys()].map((split) => split || unnamed);

/**
 * The file of a split: its own; or that of the longest split which this one is a part of, as `dev` of `dev.small`; or the
 * only one.
 *
 * @returns undefined where there are several and none is surely meant
 */
export function fileOfSplit(files: ReadonlyMap<string, SourceText>, split: string): SourceText | undefined {
  const wider = [...files.keys()].filter((each) => isPart(split, each));
  const longest = wider.reduce((a, b) => (b.length > a.length ? b : a), wider[0] ?? '');
  return files.get(longest) ?? (files.size === 1 ? [...files.values()][0] : undefined);
}

const isPart = (split: string, of: string): boolean =>
  of === '' || split === of || (split.startsWith(of) && /^[-_.]/.test(split.slice(of.length)));
