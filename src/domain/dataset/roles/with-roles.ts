import type { ProblemLog } from '../problem';
import type { SourceText } from '../source';
import { knownShape } from './known-shapes';
import { mapped } from './mapping';
import type { Mapping } from './role';

/** Mappings that a person gave, by the path of a file or the end of it. */
export type Mappings = Readonly<Record<string, Mapping>>;

export const mappingOf = ({ path }: { readonly path: string }, mappings: Mappings): Mapping | null =>
  mappings[path] ?? Object.entries(mappings).find(([name]) => path.endsWith(`/${name}`))?.[1] ?? null;

/** Files by the roles that a person gave to their fields, or that a known shape has. */
export const withRoles = (
  files: readonly SourceText[],
  log: ProblemLog,
  mappings: Mappings = {},
): Promise<SourceText[]> =>
  Promise.all(
    files.map(async (file) => {
      const mapping = mappingOf(file, mappings) ?? knownShape(await file.head());
      return mapping ? mapped(file, mapping, log) : file;
    }),
  );
