import { spawn } from 'node:child_process';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');

export interface CommandEnd {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface CommandSurroundings {
  /** Where the person stands. */
  readonly folder?: string;
  /** Of work that an interrupted run left. */
  readonly cache?: string;
}

const environment = ({ folder, cache }: CommandSurroundings): NodeJS.ProcessEnv => ({
  ...process.env,
  INIT_CWD: folder ?? ROOT,
  ...(cache === undefined ? {} : { HITRATE_CACHE: cache }),
});

/** `npm run evaluate -- …` to its end. */
export const evaluate = (...args: string[]): Promise<CommandEnd> => evaluateIn({}, ...args);

export const evaluateIn = (surroundings: CommandSurroundings, ...args: string[]): Promise<CommandEnd> =>
  interruptedAt(() => false, surroundings, ...args);

/** The same, interrupted as by Ctrl-C once what it wrote says so. */
export function interruptedAt(
  isTime: (stderr: string) => boolean,
  surroundings: CommandSurroundings,
  ...args: string[]
): Promise<CommandEnd> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(ROOT, 'tools/evaluate.mjs'), ...args], {
      cwd: ROOT,
      env: environment(surroundings),
    });
    let [stdout, stderr, asked] = ['', '', false];
    child.stdout.on('data', (data: Buffer) => (stdout += data.toString()));
    child.stderr.on('data', (data: Buffer) => {
      stderr += data.toString();
      if (asked || !isTime(stderr)) return;
      asked = true;
      child.kill('SIGINT');
    });
    child.on('close', (code) => resolve({ code: code ?? -1, stdout, stderr }));
  });
}
