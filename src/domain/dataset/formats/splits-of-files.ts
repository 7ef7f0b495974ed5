import { stemOf } from '../../../base/paths';
import type { SourceText } from '../source';

/**
 * Files of one part of a collection by the split that their names end with: of `queries.dev.small.tsv` it is `dev.small`,
 * of `queries.tsv` none, which is the empty text.
 *
 * @param part what the names begin with
 */
export function bySplit(files: readonly SourceText[], part: RegExp): ReadonlyMap<string, SourceText> {
  const named = files.map(
    (file) =>
      [
        stemOf(file.path)
          .replace(part, '')
          .replace(/^[-_.]+/, ''),
        file,
      ] as const,
  );
  return new Map(named.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The splits that people are told of. A file without one is a split where there are others. */
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
