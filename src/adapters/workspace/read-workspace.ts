import type { ImportProgress } from '../../contract/workers';
import type { WorkspaceReport } from '../../contract/workspace';
import { TextHash } from '../../base/hash';
import { stemOf } from '../../base/paths';
import { SourceFailure } from '../../domain/dataset/problem';
import {
  parseManifest,
  PATHS,
  type WorkspaceEntry,
  type WorkspaceManifest,
  type WorkspaceProblem,
} from '../../domain/workspace/manifest';
import {
  beginsAsWorkspace,
  MANIFEST_PATH,
  WORKSPACE_HEAD_BYTES,
  ZIP_HEADER_BYTES,
  ZIP_SIGNATURE,
} from '../../domain/workspace/beginning';
import { rescueOf } from '../../domain/workspace/rescue';
import { bytesOf, type ByteSource } from '../files/byte-source';
import { zipSources } from '../files/zip';
import type { WorkspaceContents } from './contents';
import { correctedFigures, flawsBetween } from './cross-checks';
import { entryReader, type LineMisfit, InvalidEntry } from './entry-values';
import { contentsOf } from './read-contents';

/** More does not fit in a tab once it is read. */
const MAX_WORKSPACE_BYTES = 2 ** 31;
const MAX_LISTED = 20;
/** A manifest lists some entries a result: one of megabytes is none. */
const MAX_MANIFEST_BYTES = 2 ** 26;

export interface ReadWorkspace {
  readonly report: WorkspaceReport;
  readonly contents: WorkspaceContents | null;
}

export async function readWorkspace(
  { path, file }: { readonly path: string; readonly file: Blob },
  progress: (step: ImportProgress) => void,
): Promise<ReadWorkspace> {
  const zip = await entriesOf(file);
  if ('code' in zip) return refused(path, zip, await manifestOfCut(file));
  const manifest = await manifestOf(zip);
  if ('code' in manifest) return refused(path, manifest);
  const { entries } = manifest;
  const bytesTotal = entries.reduce((sum, { bytes }) => sum + bytes, 0);
  if (bytesTotal > MAX_WORKSPACE_BYTES) return refused(path, { code: 'workspace-bytes', data: { bytes: bytesTotal } });
  const problems: WorkspaceProblem[] = [];
  const values = new Map<string, unknown>();
  let bytesRead = 0;
  for (const entry of entries) {
    progress({ path: entry.path, bytesRead, bytesTotal });
    const problem = await readEntry(zip.get(entry.path), entry, values);
    if (problem) problems.push(problem);
    bytesRead += entry.bytes;
  }
  progress({ path, bytesRead, bytesTotal });
  return assembled(manifest, values, problems);
}

type Zip = ReadonlyMap<string, ByteSource>;

async function entriesOf(file: Blob): Promise<Zip | WorkspaceProblem> {
  try {
    return new Map((await zipSources('', file)).map((source) => [source.path.slice(1), source]));
  } catch (error) {
    if (!(error instanceof SourceFailure)) throw error;
    const { code, data } = error.problem;
    if (code === 'bad-archive' && typeof data[0] === 'object') return { code: 'workspace-unsafe', data: null };
    const head = new Uint8Array(await file.slice(0, ZIP_SIGNATURE.length).arrayBuffer());
    const isZip = ZIP_SIGNATURE.every((byte, i) => head[i] === byte);
    return { code: isZip ? 'workspace-cut' : 'workspace-foreign', data: null };
  }
}

/** The manifest of a file whose directory, at its end, cannot be read: it lies at the beginning, uncompressed. */
async function manifestOfCut(file: Blob): Promise<WorkspaceManifest | null> {
  const head = new Uint8Array(await file.slice(0, WORKSPACE_HEAD_BYTES).arrayBuffer());
  if (!beginsAsWorkspace(head)) return null;
  const start = ZIP_HEADER_BYTES + MANIFEST_PATH.length;
  const length = new DataView(head.buffer).getUint32(22, true);
  const read = parseManifest(await file.slice(start, start + Math.min(length, MAX_MANIFEST_BYTES)).text());
  return 'code' in read ? null : read;
}

async function readEntry(
  source: ByteSource | undefined,
  entry: WorkspaceEntry,
  values: Map<string, unknown>,
): Promise<WorkspaceProblem | null> {
  const { path } = entry;
  if (!source) return { code: 'entry-missing', data: { path } };
  try {
    values.set(path, await entryReader(path)(checked(source, entry), Math.min(entry.bytes, source.bytes)));
    return null;
  } catch (error) {
    // Its reader may have failed before the end, where it is known whether the bytes are as listed.
    if (!(await isIntact(source, entry))) return { code: 'entry-altered', data: { path } };
    if (error instanceof InvalidEntry) return invalid(path, error.flaw);
    return invalid(path, { path: '', expected: 'JSON that can be read', found: String(error) });
  }
}

async function* checked(source: ByteSource, { bytes, sha256 }: WorkspaceEntry): AsyncGenerator<Uint8Array> {
  const hash = new TextHash();
  let read = 0;
  for await (const chunk of source.chunks()) {
    read += chunk.length;
    if (read > bytes) break;
    hash.bytes(chunk);
    yield chunk;
  }
  if (read !== bytes || hash.digest() !== sha256) throw new RangeError('altered');
}

async function isIntact(source: ByteSource, entry: WorkspaceEntry): Promise<boolean> {
  try {
    for await (const _ of checked(source, entry));
    return true;
  } catch {
    return false;
  }
}

const invalid = (entry: string, { path, ...flaw }: LineMisfit): WorkspaceProblem => ({
  code: 'entry-invalid',
  data: { path: entry, field: path, ...flaw },
});

function assembled(
  { name, app, created, entries }: WorkspaceManifest,
  values: Map<string, unknown>,
  problems: WorkspaceProblem[],
): ReadWorkspace {
  for (const { entry, ...flaw } of flawsBetween(values)) {
    values.delete(entry);
    problems.push(invalid(entry, flaw));
  }
  const rescue = rescueOf(
    entries.map(({ path }) => path),
    new Set(values.keys()),
  );
  const kept = new Map([...values].filter(([path]) => rescue.kept.has(path)));
  const contents = rescue.possible ? contentsOf(kept) : null;
  for (const { path, expected, found } of contents ? correctedFigures(kept, contents.record) : [])
    problems.push({ code: 'figure-corrected', data: { path: PATHS.collection, field: path, expected, found } });
  return {
    contents,
    report: {
      name,
      written: { app, created },
      problems: problems.slice(0, MAX_LISTED),
      more: Math.max(0, problems.length - MAX_LISTED),
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

async function manifestOf(zip: Zip): Promise<WorkspaceManifest | WorkspaceProblem> {
  const source = zip.get(MANIFEST_PATH);
  if (!source) return { code: 'workspace-foreign', data: null };
  try {
    if (source.bytes > MAX_MANIFEST_BYTES) throw new RangeError();
    return parseManifest(new TextDecoder('utf-8', { fatal: true }).decode(await bytesOf(source)));
  } catch {
    return { code: 'workspace-manifest', data: null };
  }
}

const refused = (
  path: string,
  problem: WorkspaceProblem,
  manifest: WorkspaceManifest | null = null,
): ReadWorkspace => ({
  contents: null,
  report: {
    name: manifest?.name ?? stemOf(path),
    written: manifest && { app: manifest.app, created: manifest.created },
    problems: [problem],
    more: 0,
    holds: null,
    lost: manifest
      ? rescueOf(
          manifest.entries.map((entry) => entry.path),
          new Set(),
        ).lost
      : [],
  },
});
