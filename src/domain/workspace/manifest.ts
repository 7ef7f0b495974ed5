import * as v from 'valibot';
import type { Problem } from '../../base/problem';
import { isEntryPath } from './entry-paths';
import { WORKSPACE_FORMAT } from './recognise';

/** Raised when a reader of today could not read what is written then. */
export const WORKSPACE_VERSION = 1;

export interface WorkspaceEntry {
  readonly path: string;
  /** Unpacked. */
  readonly bytes: number;
  /** Of its bytes, in hexadecimal. */
  readonly sha256: string;
}

export interface WorkspaceManifest {
  readonly format: typeof WORKSPACE_FORMAT;
  readonly version: number;
  /** Version of the app that wrote it. */
  readonly app: string;
  /** ISO 8601, UTC. */
  readonly created: string;
  /** Of the collection. */
  readonly name: string;
  /** Ascending by path. */
  readonly entries: readonly WorkspaceEntry[];
}

/** What is wrong with a workspace file. */
export interface WorkspaceData {
  /** It has no manifest of a workspace. */
  'workspace-foreign': null;
  'workspace-newer': { app: string; version: number; known: number };
  /** It is no whole zip: its end is missing. */
  'workspace-cut': null;
  /** An entry of the zip has a path that leads out of it. */
  'workspace-unsafe': null;
  /** Its list of contents is damaged, or does not fit the contents. */
  'workspace-manifest': null;
  /** Unpacked, more than fits in a tab. */
  'workspace-bytes': { bytes: number };
  'entry-missing': { path: string };
  /** Its bytes are not those that the manifest lists. */
  'entry-altered': { path: string };
  /** Its bytes are as listed, and no such content. */
  'entry-invalid': { path: string };
}

export type WorkspaceProblem = Problem<WorkspaceData>;

const text = v.pipe(v.string(), v.minLength(1));

const Head = v.object({ format: v.literal(WORKSPACE_FORMAT), version: v.number(), app: text });

const Manifest = v.object({
  ...Head.entries,
  created: v.pipe(v.string(), v.isoTimestamp()),
  name: v.string(),
  entries: v.array(
    v.object({
      path: v.pipe(v.string(), v.check(isEntryPath)),
      bytes: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
      sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
    }),
  ),
});

/** @returns the problem where it is none that can be read: of another format, a later version, or damaged */
export function parseManifest(json: string): WorkspaceManifest | WorkspaceProblem {
  const value = parsed(json);
  const head = v.safeParse(Head, value);
  if (!head.success) return { code: 'workspace-foreign', data: null };
  const { app, version } = head.output;
  if (version > WORKSPACE_VERSION) return { code: 'workspace-newer', data: { app, version, known: WORKSPACE_VERSION } };
  const manifest = v.safeParse(Manifest, value);
  const damaged: WorkspaceProblem = { code: 'workspace-manifest', data: null };
  if (!manifest.success) return damaged;
  const paths = manifest.output.entries.map(({ path }) => path);
  return new Set(paths).size === paths.length ? manifest.output : damaged;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
