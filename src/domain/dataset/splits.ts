import { stemOf } from '../../base/paths';
import { QUESTION_SPLITS, splitNamed } from '../splits/splits';
import type { SourceText } from './source';

/** Splits that hold the judgments meant for measuring, the best first. */
const PREFERRED = ['test', 'dev'];

/** Takes the judgments of all splits that have a usual name, and keeps their questions apart. */
export const ALL_SPLITS = 'all';

export const namedSplits = (splits: readonly string[]): string[] =>
  QUESTION_SPLITS.flatMap((split) => splits.filter((name) => splitNamed(name) === split));

export const withAll = (splits: readonly string[]): string[] =>
  namedSplits(splits).length > 1 && !splits.includes(ALL_SPLITS) ? [...splits, ALL_SPLITS] : [...splits];

export function chooseSplit(splits: readonly string[], asked: string | undefined): string | null | undefined {
  if (asked !== undefined) return splits.includes(asked) ? asked : undefined;
  return PREFERRED.find((split) => splits.includes(split)) ?? splits[0] ?? null;
}

/** Files of one part by the split at the end of their names: `dev.small` for `queries.dev.small.tsv`. */
export function bySplit(files: readonly SourceText[], part: RegExp): ReadonlyMap<string, SourceText> {
  const splitOf = (file: SourceText): string =>
    stemOf(file.path)
      .replace(part, '')
      .replace(/^[-_.]+/, '');
  return new Map(files.map((file) => [splitOf(file), file] as const).sort(([a], [b]) => (a < b ? -1 : 1)));
}

export const splitNames = (files: ReadonlyMap<string, SourceText>, unnamed: string): string[] =>
  files.size === 1 && files.has('') ? [] : [...files.keys()].map((split) => split || unnamed);

/** A split's own file; else that of the longest split that holds it, as `dev` holds `dev.small`; else the only one. */
export function fileOfSplit(files: ReadonlyMap<string, SourceText>, split: string): SourceText | undefined {
  const wider = [...files.keys()].filter((each) => isPart(split, each));
  const longest = wider.reduce((a, b) => (b.length > a.length ? b : a), wider[0] ?? '');
  return files.get(longest) ?? (files.size === 1 ? [...files.values()][0] : undefined);
}

const isPart = (split: string, of: string): boolean =>
  of === '' || split === of || (split.startsWith(of) && /^[-_.]/.test(split.slice(of.length)));
