import { parseShallow } from './typed-json';

/**
 * Versions of Hitrate's own files, in their field `schema`. Raise one when a field is added that an earlier Hitrate
 * must know; files of every earlier version are read.
 */
export const FILE_VERSIONS = { experiment: 1, ranker: 1, results: 1 } as const;

export type VersionedFile = keyof typeof FILE_VERSIONS;

const NAMES: Readonly<Record<VersionedFile, string>> = {
  experiment: 'experiment',
  ranker: 'learned ranker',
  results: 'results',
};

/** What a file holds, or why it cannot be read: it is no JSON, with the reason, or of a later version. */
export function readVersioned(
  text: string,
  kind: VersionedFile,
): { readonly json: unknown } | { readonly reason: string } | { readonly problem: string } {
  try {
    const json = parseShallow(text);
    const problem = versionProblem(json, kind);
    return problem === null ? { json } : { problem };
  } catch (error) {
    return { reason: (error as Error).message };
  }
}

/** @param json is of version 1 without `schema` @returns why it cannot be understood, and what to do, or null */
export function versionProblem(json: unknown, kind: VersionedFile): string | null {
  if (typeof json !== 'object' || json === null || !('schema' in json)) return null;
  const known = FILE_VERSIONS[kind];
  const { schema } = json;
  if (typeof schema !== 'number' || !Number.isInteger(schema) || schema < 1)
    return `schema: it is the version of the format, a whole number from 1, and not ${JSON.stringify(schema)}`;
  if (schema <= known) return null;
  return `a newer version of Hitrate wrote this file: the format of its ${NAMES[kind]} has version ${schema}, and versions up to ${known} are read here. Open it with that version, or update this page by reloading it while you are online`;
}
