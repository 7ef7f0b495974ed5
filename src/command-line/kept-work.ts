import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { contentKey } from '../base/hash';
import type { CommandPlan } from '../ui/command-line/command';
import type { InputFile } from './files';

/** The profile of a browser that a command runs in, which has what an interrupted run of the same files computed. */
export interface KeptWork {
  readonly profile: string;
  /** Of the page's origin, by which a browser keeps data; null takes a free one. */
  readonly port: number | null;
  readonly resumed: boolean;
  /** Ends its use. @param keep whether the next call of the command finds it */
  release(keep: boolean): void;
}

const FORGOTTEN_MS = 30 * 24 * 3600 * 1000;

/** No port that browsers refuse, and none that systems give away by themselves. */
const PORTS = { first: 24_000, count: 8_000 };

export function cacheFolder({ env, platform }: Pick<NodeJS.Process, 'env' | 'platform'> = process): string {
  if (env['HITRATE_CACHE']) return env['HITRATE_CACHE'];
  if (env['XDG_CACHE_HOME']) return join(env['XDG_CACHE_HOME'], 'hitrate');
  if (platform === 'win32' && env['LOCALAPPDATA']) return join(env['LOCALAPPDATA'], 'hitrate');
  return platform === 'darwin' ? join(homedir(), 'Library/Caches/hitrate') : join(homedir(), '.cache/hitrate');
}

/** Key of the files and what is made of them: another comparison of systems and measures reuses kept vectors. */
export function workKey({ request, engine }: Pick<CommandPlan, 'request' | 'engine'>, files: readonly InputFile[]) {
  const { split, documents, generate } = request;
  return contentKey({
    // The page then has runs alone, and no documents.
    ...(engine ? { engine: engine.address } : {}),
    files: files.map(({ file, path, bytes, changed, purpose }) => ({ file, path, bytes, changed, purpose })),
    split,
    documents,
    generate,
  });
}

/** Takes the profile of a key; one of its own where that is in use or may not be used. */
export function openKeptWork(folder: string, key: string, fresh: boolean): KeptWork {
  const root = join(folder, 'work');
  forgetOld(root);
  const place = join(root, key.slice(0, 24));
  if (isInUse(place)) return temporary();
  if (fresh) remove(place);
  const profile = join(place, 'profile');
  const resumed = statSync(profile, { throwIfNoEntry: false }) !== undefined;
  try {
    mkdirSync(profile, { recursive: true });
    writeFileSync(join(place, 'pid'), String(process.pid));
  } catch {
    // A machine without a place for caches computes all the same.
    return temporary();
  }
  return {
    profile,
    port: PORTS.first + (parseInt(key.slice(0, 8), 16) % PORTS.count),
    resumed,
    release: (keep) => (keep ? rmSync(join(place, 'pid'), { force: true }) : remove(place)),
  };
}

function temporary(): KeptWork {
  const profile = mkdtempSync(join(tmpdir(), 'hitrate-'));
  return { profile, port: null, resumed: false, release: () => remove(profile) };
}

/** A browser that has just ended may still write for a moment. */
const remove = (folder: string) => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });

/** NaN where there is no such file. */
const numberIn = (path: string): number => (existsSync(path) ? Number(readFileSync(path, 'utf8')) : NaN);

/** The process that said that it works here. */
const workerOf = (place: string): number => numberIn(join(place, 'pid'));

function isInUse(place: string): boolean {
  try {
    const pid = workerOf(place);
    // Of an empty file; 0 would ask for the whole group.
    if (!(pid > 0)) return false;
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It is there, and another user's.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function forgetOld(root: string): void {
  let names: string[];
  try {
    names = readdirSync(root);
  } catch {
    return;
  }
  for (const place of names.map((name) => join(root, name))) {
    const stats = statSync(place, { throwIfNoEntry: false });
    if (stats && Date.now() - stats.mtimeMs > FORGOTTEN_MS && !isInUse(place)) remove(place);
  }
}

/** What an engine run keeps on disk until it has ended: how far it is. */
export class EngineWork {
  private constructor(private readonly folder: string) {}

  /** @returns null where another command that still runs has it */
  static open(root: string, name: string): EngineWork | null {
    // Beside the profiles of browsers, so that what nobody came back to is forgotten as they are.
    const folder = join(root, 'work', name);
    mkdirSync(folder, { recursive: true });
    // A container that starts again has the same id.
    if (isInUse(folder) && workerOf(folder) !== process.pid) return null;
    writeFileSync(join(folder, 'pid'), String(process.pid));
    return new EngineWork(folder);
  }

  /** Passages that the engine has taken for certain, from the first on. */
  get indexed(): number {
    return numberIn(join(this.folder, 'indexed')) || 0;
  }

  set indexed(passages: number) {
    const path = join(this.folder, 'indexed');
    writeFileSync(`${path}.partial`, String(passages));
    renameSync(`${path}.partial`, path);
  }

  /** A file for the page, which is deleted with the rest. */
  write(name: string, text: string): string {
    const folder = join(this.folder, 'files');
    mkdirSync(folder, { recursive: true });
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  }

  /** @param keep whether the next call of the command resumes */
  release(keep: boolean): void {
    if (keep) rmSync(join(this.folder, 'pid'), { force: true });
    else rmSync(this.folder, { recursive: true, force: true });
  }
}
