import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DocId, QueryId, Ranking } from '../../base/types';

/** What an engine run keeps on disk until it has ended: how far it is, and the lists that it has. */
export class EngineWork {
  private constructor(private readonly folder: string) {}

  /** @returns null where another command that still runs has it */
  static open(root: string, name: string): EngineWork | null {
    // Beside the profiles of browsers, so that what nobody came back to is forgotten as they are.
    const folder = join(root, 'work', name);
    mkdirSync(folder, { recursive: true });
    const lock = join(folder, 'pid');
    if (existsSync(lock) && isRunning(Number(readFileSync(lock, 'utf8')))) return null;
    writeFileSync(lock, String(process.pid));
    return new EngineWork(folder);
  }

  /** Passages that the engine has taken for certain, from the first on. */
  get indexed(): number {
    const path = join(this.folder, 'indexed');
    return existsSync(path) ? Number(readFileSync(path, 'utf8')) || 0 : 0;
  }

  set indexed(passages: number) {
    const path = join(this.folder, 'indexed');
    writeFileSync(`${path}.partial`, String(passages));
    renameSync(`${path}.partial`, path);
  }

  forgetLists(): void {
    rmSync(join(this.folder, 'lists'), { recursive: true, force: true });
  }

  /** The lists of an earlier call; a line that was cut is left out. */
  lists(key: string): Map<QueryId, KeptList> {
    const path = this.listPath(key);
    const kept = new Map<QueryId, KeptList>();
    if (!existsSync(path)) return kept;
    for (const line of readFileSync(path, 'utf8').split('\n')) {
      const list = parsed(line);
      if (list) kept.set(list.query, list);
    }
    return kept;
  }

  addLists(key: string, lists: readonly KeptList[]): void {
    const path = this.listPath(key);
    mkdirSync(join(this.folder, 'lists'), { recursive: true });
    const lines = lists.map(({ query, milliseconds, ranking }) =>
      JSON.stringify([query, milliseconds, ranking.map(({ id, score }) => [id, score])]),
    );
    // After a line that was cut, which then is a line of its own.
    appendFileSync(path, `\n${lines.join('\n')}\n`);
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

  private listPath(key: string): string {
    return join(this.folder, 'lists', `${key}.jsonl`);
  }
}

export interface KeptList {
  readonly query: QueryId;
  /** Its share of the time that its batch took. */
  readonly milliseconds: number;
  readonly ranking: Ranking;
}

function parsed(line: string): KeptList | null {
  if (!line.endsWith(']')) return null;
  try {
    const [query, milliseconds, hits] = JSON.parse(line) as [QueryId, number, [DocId, number][]];
    return { query, milliseconds, ranking: hits.map(([id, score]) => ({ id, score })) };
  } catch {
    return null;
  }
}

function isRunning(pid: number): boolean {
  if (pid === process.pid || !(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
