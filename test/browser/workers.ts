import type { Page, Worker } from '@playwright/test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { READY } from '../../src/adapters/rpc/parts';
import type { ExpectedProblem } from '../../src/contract/errors';
import { DIST } from '../../tools/site.mjs';

export interface BuiltWorker {
  /** Path of its script in the built site. */
  readonly script: string;
  readonly name: string;
}

/** Every worker that `src/main.ts` starts, in the built site. */
export function builtWorkers(): BuiltWorker[] {
  const main = readFileSync('src/main.ts', 'utf8');
  const spawned = [...main.matchAll(/'\.\.\/workers\/([\w-]+)\.ts', import\.meta\.url\), \{([^}]*)\}/g)];
  const scripts = readdirSync(join(DIST, 'assets')).filter((each) => each.endsWith('.js'));
  const texts = scripts.map((each) => readFileSync(join(DIST, 'assets', each), 'utf8'));
  // A part of the page may have the name of a worker: a worker is addressed by a URL.
  const built = scripts.filter((each) => texts.some((text) => new RegExp(`new URL\\(["'\`]${each}`).test(text)));
  return spawned.map(([, file, options]) => {
    const script = built.find((each) => new RegExp(`^${file}-[\\w-]{8}\\.js$`).test(each));
    if (!script) throw new Error(`workers/${file}.ts is not among the built scripts`);
    return { script: `assets/${script}`, name: /name: '([^']+)'/.exec(options!)?.[1] ?? file! };
  });
}

/** Starts a worker as the app does. */
export async function startWorker(page: Page, { script, name }: BuiltWorker): Promise<Worker> {
  const [worker] = await Promise.all([
    page.waitForEvent('worker', (each) => each.url().endsWith(script)),
    page.evaluate(
      ([address, own]) => {
        const started = new Worker(new URL(address, document.baseURI), { type: 'module', name: own });
        // What nobody holds may be collected.
        ((globalThis as { held?: unknown[] }).held ??= []).push(started);
      },
      [script, name] as const,
    ),
  ]);
  return worker;
}

/** What a method of a worker gave, or the error that it threw as it crosses. */
export type Reply<T> =
  | { readonly value: T }
  | { readonly error: { readonly message: string; readonly problem?: ExpectedProblem } };

/** Starts a worker from the page, under its policy, calls methods one after the other as Comlink writes calls, and ends it. @returns what the last gave */
export const callWorker = <T>(
  page: Page,
  { script, name }: BuiltWorker,
  ...calls: readonly (readonly [method: string, argument: unknown])[]
): Promise<Reply<T>> =>
  page.evaluate(
    async ([address, own, all, ready]) => {
      const worker = new Worker(new URL(address, document.baseURI), { type: 'module', name: own });
      // Workers tell of their requests, too.
      const told = (isIt: (data: unknown) => boolean) =>
        new Promise<{ type: string; value: unknown }>((resolve, reject) => {
          worker.addEventListener('message', ({ data }) => isIt(data) && resolve(data as never));
          worker.addEventListener('error', ({ message }) => reject(new Error(message)));
        });
      await told((data) => data === ready);
      let last: { type: string; value: unknown };
      for (const [i, [method, value]] of all.entries()) {
        const reply = told((data) => (data as { id?: string }).id === String(i));
        worker.postMessage({ id: String(i), type: 'APPLY', path: [method], argumentList: [{ type: 'RAW', value }] });
        last = await reply;
        if (last.type !== 'RAW') break;
      }
      worker.terminate();
      const { type, value } = last!;
      return type === 'RAW' ? { value } : { error: value };
    },
    [script, name, calls, READY] as const,
  ) as Promise<Reply<T>>;
