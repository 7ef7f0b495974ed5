import { type BrowserContext, expect, type Page } from '@playwright/test';

export type Kill = 'worker' | 'crash' | 'close';

interface Steps {
  /** Writes to a database, and messages from and to workers. */
  count: number;
  at: number;
  kill: Kill | null;
  readonly workers: Worker[];
}

type World = typeof globalThis & { steps: Steps; fault(): void };

/** Counts what a page does, and stops it at a step: hung, for whoever crashes it, or without its workers. */
function countSteps(): void {
  const world = globalThis as World;
  const steps: Steps = { count: 0, at: Infinity, kill: null, workers: [] };
  world.steps = steps;
  const step = (): void => {
    if (++steps.count !== steps.at) return;
    world.fault();
    if (steps.kill === 'worker') for (const worker of steps.workers) worker.terminate();
    // Within a transaction, as one that has written a part.
    if (steps.kill === 'crash') for (;;);
  };
  for (const method of ['put', 'add', 'delete'] as const) {
    const write = IDBObjectStore.prototype[method] as (...args: unknown[]) => IDBRequest;
    (IDBObjectStore.prototype as unknown as Record<string, unknown>)[method] = function (...args: unknown[]) {
      const request = write.apply(this, args);
      step();
      return request;
    };
  }
  world.Worker = class extends Worker {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options);
      steps.workers.push(this);
      this.addEventListener('message', step);
    }

    override postMessage(...args: unknown[]): void {
      (super.postMessage as (...all: unknown[]) => void)(...args);
      step();
    }
  };
}

/** Pages of one profile, one after the other, of which each is killed at a step. */
export class Mortal {
  page!: Page;
  #onFault = (): void => undefined;

  private constructor(private readonly context: BrowserContext) {}

  static async open(context: BrowserContext): Promise<Mortal> {
    const mortal = new Mortal(context);
    await context.exposeBinding('fault', () => mortal.#onFault());
    await context.addInitScript(countSteps);
    mortal.page = await context.newPage();
    return mortal;
  }

  steps = (): Promise<number> => this.page.evaluate(() => (globalThis as World).steps.count);

  /** Does something, kills the page meanwhile or after it, and opens another. @param at the step, counted from now */
  async kill(kill: Kill, at: number, act: () => Promise<unknown>): Promise<void> {
    const { page } = this;
    const fault = new Promise<void>((resolve) => (this.#onFault = resolve));
    await page.evaluate(
      ([how, after]) => {
        const { steps } = globalThis as World;
        Object.assign(steps, { kill: how, at: steps.count + after });
      },
      [kill, at] as const,
    );
    const acting = act().catch((error: unknown) => error);
    const dead = fault.then(() => 'dead' as const);
    if ((await Promise.race([acting, dead])) === 'dead' && kill === 'worker') {
      // What it did is done without the worker, or fails with a message; it never waits for what will not come.
      const said = expect(
        page
          .getByRole('alert')
          .or(page.getByText(/worker (ended|failed|was)/))
          .first(),
      ).toBeVisible();
      await Promise.any([said, acting.then((error) => (error ? Promise.reject(error as Error) : undefined))]);
    }
    this.page = await this.context.newPage();
    if (kill === 'crash') {
      const session = await this.context.newCDPSession(page);
      session.send('Page.crash').catch(() => undefined);
      if (!page.isClosed()) await page.waitForEvent('crash').catch(() => undefined);
    }
    await page.close();
    await acting;
  }
}
