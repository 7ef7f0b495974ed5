import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cacheFolder, EngineWork, openKeptWork, workKey } from '../../../src/command-line/kept-work';
import { readArguments } from '../../../src/command-line/read-arguments';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'hitrate-kept-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const KEY = 'ab'.repeat(32);
const file = { file: '/x/a.md', path: 'a.md', bytes: 3, changed: 1 };

function keyOf(args: string, files = [file]): string {
  const read = readArguments(args.split(' '));
  if (!read.ok || 'help' in read) throw new Error(args);
  return workKey(read.command, files);
}

describe('openKeptWork', () => {
  it('gives the profile of an interrupted run back, at the same port', () => {
    const first = openKeptWork(folder, KEY, false);
    expect(first.resumed).toBe(false);
    writeFileSync(join(first.profile, 'rows'), 'computed');
    first.release(true);
    const second = openKeptWork(folder, KEY, false);
    expect(second).toMatchObject({ resumed: true, profile: first.profile, port: first.port });
    second.release(false);
    expect(readdirSync(join(folder, 'work'))).toEqual([]);
  });

  it('begins anew where that is asked for', () => {
    const first = openKeptWork(folder, KEY, false);
    writeFileSync(join(first.profile, 'rows'), 'computed');
    first.release(true);
    const second = openKeptWork(folder, KEY, true);
    expect([second.resumed, readdirSync(second.profile)]).toEqual([false, []]);
    second.release(false);
  });

  it('shares no profile with a run that is under way', () => {
    const first = openKeptWork(folder, KEY, false);
    const other = openKeptWork(folder, KEY, true);
    expect(other.profile).not.toBe(first.profile);
    expect(other).toMatchObject({ port: null, resumed: false });
    other.release(true);
    expect([existsSync(other.profile), existsSync(first.profile)]).toEqual([false, true]);
    first.release(false);
  });

  it('forgets what nobody came back to', () => {
    const old = join(folder, 'work/old');
    mkdirSync(old, { recursive: true });
    const longAgo = new Date(Date.now() - 40 * 24 * 3600 * 1000);
    utimesSync(old, longAgo, longAgo);
    openKeptWork(folder, KEY, false).release(false);
    expect(existsSync(old)).toBe(false);
  });
});

describe('workKey', () => {
  it('is of files as they are and of what makes the collection, and not of systems', () => {
    const key = keyOf('a.md --generate-questions 5');
    expect(keyOf('a.md --generate-questions 5 --systems bm25 --k 3')).toBe(key);
    for (const other of [
      keyOf('a.md --generate-questions 6'),
      keyOf('a.md --generate-questions 5 --seed 1'),
      keyOf('a.md --generate-questions 5 --documents'),
      keyOf('a.md --generate-questions 5', [{ ...file, changed: 2 }]),
      keyOf('a.md --generate-questions 5', [{ ...file, bytes: 4 }]),
    ])
      expect(other).not.toBe(key);
  });
});

describe('the work of an engine run', () => {
  it('is nobody’s where no process says that it is, or the own one did', () => {
    const root = mkdtempSync(join(tmpdir(), 'hitrate-work-'));
    const lock = join(root, 'work', 'x', 'pid');
    expect(EngineWork.open(root, 'x')).not.toBeNull();
    expect(EngineWork.open(root, 'x')).not.toBeNull();
    writeFileSync(lock, '');
    expect(EngineWork.open(root, 'x')).not.toBeNull();
    writeFileSync(lock, String(process.ppid));
    expect(EngineWork.open(root, 'x')).toBeNull();
    rmSync(root, { recursive: true });
  });
});

describe('cacheFolder', () => {
  it('is where the system has caches', () => {
    expect(cacheFolder({ env: { XDG_CACHE_HOME: '/c' }, platform: 'linux' })).toBe(join('/c', 'hitrate'));
    expect(cacheFolder({ env: {}, platform: 'linux' })).toMatch(/\.cache.hitrate$/);
    expect(cacheFolder({ env: { HITRATE_CACHE: '/mine', XDG_CACHE_HOME: '/c' }, platform: 'linux' })).toBe('/mine');
    expect(cacheFolder({ env: { LOCALAPPDATA: '/l' }, platform: 'win32' })).toBe(join('/l', 'hitrate'));
  });
});
