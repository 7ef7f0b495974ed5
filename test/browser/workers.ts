import type { Page, Worker } from '@playwright/test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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
