import type { RepositoryFile } from '../../domain/models/repository';

/** A repository at a revision, both of the form that hubs allow. */
export interface NamedRepository {
  readonly repository: string;
  readonly revision: string;
}

interface Entry {
  readonly type?: unknown;
  readonly path?: unknown;
  readonly size?: unknown;
  readonly oid?: unknown;
  readonly lfs?: { readonly oid?: unknown; readonly size?: unknown } | null;
}

/** The files of a hub's list; null where it has another form. Files with names that no repository has are left out. */
export function readTree(value: unknown): RepositoryFile[] | null {
  if (!Array.isArray(value)) return null;
  return (value as readonly (Entry | null)[]).flatMap((entry) => {
    const file = entry?.type === 'file' ? fileOf(entry) : null;
    return file ? [file] : [];
  });
}

function fileOf({ path, size, oid, lfs }: Entry): RepositoryFile | null {
  const bytes = lfs?.size ?? size;
  if (typeof path !== 'string' || !isRepositoryPath(path)) return null;
  if (typeof bytes !== 'number' || !Number.isSafeInteger(bytes) || bytes < 0) return null;
  // Of a file in large file storage git has the hash of a pointer.
  const sha256 = lfs ? hash(lfs.oid, 64) : null;
  const gitBlob = lfs ? null : hash(oid, 40);
  return { path, bytes, ...(sha256 !== null && { sha256 }), ...(gitBlob !== null && { gitBlob }) };
}

/** Whether a path stays within its repository. */
export const isRepositoryPath = (path: string): boolean =>
  path !== '' && !/[\\\0]/.test(path) && path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');

/** @returns null for what is no hash of so many hexadecimal digits */
export function hash(value: unknown, digits: number): string | null {
  const text = typeof value === 'string' ? value.toLowerCase().replace(/^sha256:/, '') : '';
  return text.length === digits && /^[0-9a-f]+$/.test(text) ? text : null;
}
