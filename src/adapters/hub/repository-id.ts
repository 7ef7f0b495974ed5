import type { HitrateError } from '../../contract/errors';
import { downloadFailure } from './request';

export const HUGGING_FACE = 'https://huggingface.co';

interface RepositoryAddress {
  readonly repository: string;
  /** Null where the text names none. */
  readonly revision: string | null;
  /** Origin of a pasted address; null for a plain name. */
  readonly host: string | null;
}

/** One owner and one name of letters, digits, `.`, `_` and `-`, as hubs allow them; never `..`, which would be a path. */
const REPOSITORY = /^(?![.-])(?!.*\.\.)[\w.-]{1,96}\/(?![.-])[\w.-]{1,96}$/;
/** A branch, tag or commit; branches may have slashes, as `refs/pr/3`. */
const REVISION = /^(?![./-])(?!.*(?:\.\.|\/\/))[\w./-]{1,200}$/;

/**
 * Reads what people type or paste: `org/name`, `org/name@revision`, or the address of a repository, of its files or of
 * one of them (`https://huggingface.co/org/name/tree/main/onnx`).
 *
 * @throws {HitrateError} `download-failed`, with what is expected
 */
export function parseAddress(text: string): RepositoryAddress {
  const trimmed = text.trim();
  if (/^https?:\/\//i.test(trimmed)) return parseUrl(trimmed);
  const [name = '', revision, ...rest] = trimmed.split('@');
  if (rest.length > 0) throw notARepository(trimmed);
  return {
    repository: requireRepository(name),
    revision: revision === undefined ? null : requireRevision(revision),
    host: null,
  };
}

function parseUrl(text: string): RepositoryAddress {
  const url = URL.canParse(text) ? new URL(text) : null;
  const [owner, name, view, ...rest] = (url?.pathname ?? '').split('/').filter((part) => part !== '');
  if (!url || !owner || !name) throw notARepository(text);
  const hasRevision = ['tree', 'blob', 'resolve', 'raw'].includes(view ?? '') && rest.length > 0;
  // Pull requests are the branches with slashes that addresses have: refs/pr/3, written with %2F by some pages.
  const [first = '', second, third] = decoded(rest.join('/')).split('/');
  const revision = first === 'refs' && second && third ? `${first}/${second}/${third}` : first;
  return {
    repository: requireRepository(`${owner}/${name}`),
    revision: hasRevision ? requireRevision(revision) : null,
    host: url.origin,
  };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw notARepository(path);
  }
}

/** @throws {HitrateError} `download-failed` */
export function requireRepository(text: string): string {
  const trimmed = text.trim();
  if (!REPOSITORY.test(trimmed)) throw notARepository(trimmed);
  return trimmed;
}

/** @throws {HitrateError} `download-failed` */
export function requireRevision(text: string): string {
  const trimmed = text.trim();
  if (REVISION.test(trimmed)) return trimmed;
  throw downloadFailure('revision-malformed', { text: shown(trimmed) });
}

/** Origin of the host, with the path of a mirror that is not at the root. @throws {HitrateError} `download-failed` */
export function hostOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password)
    return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
  throw downloadFailure('host-malformed', { text: shown(text) });
}

const notARepository = (text: string): HitrateError => downloadFailure('repository-malformed', { text: shown(text) });

const shown = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text);
