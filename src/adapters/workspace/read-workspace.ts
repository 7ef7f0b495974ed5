import type { ReadingProgress, WorkspaceReport } from '../../contract/workspace';
import { stemOf } from '../../base/paths';
import { isEntryPath } from '../../domain/workspace/entry-paths';
import {
  parseManifest,
  type WorkspaceEntry,
  type WorkspaceManifest,
  type WorkspaceProblem,
} from '../../domain/workspace/manifest';
import { MANIFEST_PATH } from '../../domain/workspace/recognise';
import { rescueOf } from '../../domain/workspace/rescue';
import type { WorkspaceContents } from './contents';
import { entryReader } from './entry-values';
import { readBytes } from './lines';
import { contentsOf, type EntryValues } from './read-contents';
import { AlteredEntry, type Expectation, ZipEntries } from './zip-entries';

/** More does not fit in a tab once it is read. */
const MAX_WORKSPACE_BYTES = 2 ** 31;
const MAX_LISTED = 20;
/** A manifest lists some entries a result: one of megabytes is none. */
const MAX_MANIFEST_BYTES = 2 ** 26;

export interface ReadWorkspace {
  readonly report: WorkspaceReport;
  /** Null where nothing can be opened. */
  readonly contents: WorkspaceContents | null;
}

/** Reads a workspace file, checks every byte of it, and says what is wrong and what can be opened all the same. */
export async function readWorkspace(
  { path, file }: { readonly path: string; readonly file: Blob },
  progress: (step: ReadingProgress) => void,
): Promise<ReadWorkspace> {
  const zip = await ZipEntries.of(file);
  const read = await manifestOf(zip);
  const known = 'code' in read ? null : read;
  // Of another format, or of a later version: nothing of it can be read.
  if ('code' in read && read.code !== 'workspace-manifest') return refused(path, read);
  const problems: WorkspaceProblem[] = 'code' in read ? [read] : [];
  if (zip.directory !== 'whole')
    problems.push({ code: zip.directory === 'unsafe' ? 'workspace-unsafe' : 'workspace-cut', data: null });

  const wanted =
    known?.entries.map((entry) => ({ path: entry.path, bytes: entry.bytes, expected: entry })) ?? listed(zip);
  const bytesTotal = wanted.reduce((sum, { bytes }) => sum + bytes, 0);
  if (bytesTotal > MAX_WORKSPACE_BYTES) return refused(path, { code: 'workspace-bytes', data: { bytes: bytesTotal } });
  const values = new Map<string, unknown>();
  let bytesRead = 0;
  for (const entry of wanted) {
    progress({ path: entry.path, bytesRead, bytesTotal });
    const problem = await readEntry(zip, entry.path, entry.expected, values);
    if (problem) problems.push(problem);
    bytesRead += entry.bytes;
  }
  progress({ path, bytesRead, bytesTotal });
  const paths = wanted.map((each) => each.path);
  return assembled(known, stemOf(path), paths, values, problems);
}

/** Entries of a zip whose manifest cannot be read: what is there is known, and what is missing is not. */
const listed = (zip: ZipEntries): { path: string; bytes: number; expected: Expectation }[] =>
  zip.paths.filter(isEntryPath).map((path) => ({ path, bytes: zip.bytesOf(path), expected: 'checksum' as const }));

/** @returns the problem; null where the value is read into `values` */
async function readEntry(
  zip: ZipEntries,
  path: string,
  expected: Pick<WorkspaceEntry, 'bytes' | 'sha256'> | 'checksum',
  values: Map<string, unknown>,
): Promise<WorkspaceProblem | null> {
  if (!zip.has(path)) return { code: 'entry-missing', data: { path } };
  try {
    values.set(path, await zip.read(path, expected, entryReader(path)));
    return null;
  } catch (error) {
    return { code: error instanceof AlteredEntry ? 'entry-altered' : 'entry-invalid', data: { path } };
  }
}

function assembled(
  manifest: WorkspaceManifest | null,
  fileName: string,
  paths: readonly string[],
  values: EntryValues,
  problems: readonly WorkspaceProblem[],
): ReadWorkspace {
  const rescue = rescueOf(paths, new Set(values.keys()));
  const kept = new Map([...values].filter(([path]) => rescue.kept.has(path)));
  const contents = rescue.possible ? contentsOrNull(kept) : null;
  const all: WorkspaceProblem[] =
    rescue.possible && !contents ? [...problems, { code: 'workspace-manifest', data: null }] : [...problems];
  return {
    contents,
    report: {
      name: manifest?.name ?? fileName,
      written: manifest && { app: manifest.app, created: manifest.created },
      problems: all.slice(0, MAX_LISTED),
      more: Math.max(0, all.length - MAX_LISTED),
      lost: rescue.lost,
      holds: contents && {
        docs: contents.docs.length,
        queries: contents.questions.queries.length,
        judgments: contents.questions.judgments.length,
        results: contents.results.length,
        runs: contents.runs.length,
        vectors: contents.rows.length > 0,
      },
    },
  };
}

/** Null where entries that are right one by one do not fit each other, as in a file that was not written by the app. */
function contentsOrNull(values: EntryValues): WorkspaceContents | null {
  try {
    return contentsOf(values);
  } catch {
    return null;
  }
}

async function manifestOf(zip: ZipEntries): Promise<WorkspaceManifest | WorkspaceProblem> {
  if (!zip.has(MANIFEST_PATH)) return { code: 'workspace-foreign', data: null };
  try {
    const bytes = await zip.read(MANIFEST_PATH, 'checksum', async (chunks) => {
      if (zip.bytesOf(MANIFEST_PATH) > MAX_MANIFEST_BYTES) throw new RangeError();
      return readBytes(chunks);
    });
    return parseManifest(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return { code: 'workspace-manifest', data: null };
  }
}

const refused = (path: string, problem: WorkspaceProblem): ReadWorkspace => ({
  contents: null,
  report: { name: stemOf(path), written: null, problems: [problem], more: 0, holds: null, lost: [] },
});
