import type { BrowserContext, Page } from '@playwright/test';
import type { Automation, AutomationOutcome } from '../ui/command-line/automation';
import type { EvaluationRequest } from '../ui/command-line/command';
import type { CommandStep } from '../ui/command-line/command-progress';
import type { PageServing } from '../ui/command-line/serving';
import type { InputFile } from './files';

export interface Site {
  /** Serves the built site. @throws where the port is taken */
  serve(port: number): Promise<{ readonly url: string; close(): Promise<void> }>;
  /** @returns path of a Chromium, or null where there is none */
  browser(): Promise<string | null>;
  readonly browserArgs: readonly string[];
}

declare global {
  var hitrate: Automation;
  var hitrateProgress: (step: CommandStep) => void;
  var hitrateWrite: (path: string, piece: string | null) => Promise<void>;
}

/** The app in a browser without a window: the same bytes as the page that people use. */
export class SitePage {
  #cancelled = false;

  private constructor(
    private readonly context: BrowserContext,
    private readonly page: Page,
    private readonly server: { close(): Promise<void> },
  ) {}

  /** @param port of the page's origin; another where it is taken or null, which then finds nothing of an earlier run */
  static async open(site: Site, profile: string, port: number | null): Promise<SitePage> {
    const { chromium } = await import('@playwright/test');
    const executablePath = await site.browser();
    if (!executablePath) throw new Error('There is no Chromium to run the app in.');
    const server = await site.serve(port ?? 0).catch(() => site.serve(0));
    try {
      const context = await chromium.launchPersistentContext(profile, {
        executablePath,
        args: [...site.browserArgs],
        serviceWorkers: 'block',
        // A signal ends what the page computes first.
        handleSIGINT: false,
        handleSIGTERM: false,
        handleSIGHUP: false,
      });
      const page = context.pages()[0] ?? (await context.newPage());
      await page.goto(server.url);
      await page.waitForFunction(
        () => 'hitrate' in globalThis || document.getElementById('app')!.textContent !== '',
        undefined,
        { timeout: 120_000 },
      );
      if (!(await page.evaluate(() => 'hitrate' in globalThis)))
        throw new Error((await page.evaluate(() => document.getElementById('app')!.textContent)) ?? '');
      return new SitePage(context, page, server);
    } catch (error) {
      await server.close();
      throw error;
    }
  }

  /** The files go in by a file input, which has no limit of size. */
  async evaluate(
    files: readonly InputFile[],
    request: EvaluationRequest,
    progress: (step: CommandStep) => void,
    write: (path: string, piece: string | null) => void,
  ): Promise<AutomationOutcome> {
    await this.page.exposeFunction('hitrateProgress', progress);
    let failure: unknown;
    await this.page.exposeFunction('hitrateWrite', (path: string, piece: string | null) => {
      try {
        write(path, piece);
      } catch (error) {
        failure ??= error;
        throw error;
      }
    });
    const input = await this.page.evaluateHandle(() => {
      const element = document.createElement('input');
      element.type = 'file';
      element.multiple = true;
      document.body.append(element);
      return element;
    });
    await input.setInputFiles(files.map(({ file }) => file));
    const given = files.map(({ path, purpose }) => ({ path, ...(purpose === undefined ? {} : { purpose }) }));
    if (this.#cancelled) return { ok: false, problems: [], cancelled: true };
    // The note of a request is any JSON, of which the browser's types cannot see that it is plain data.
    const asked = request as Omit<EvaluationRequest, 'note'>;
    const outcome = this.page.evaluate(
      ([element, named, plain]) =>
        globalThis.hitrate.evaluate(
          [...element.files!].map((file, i) => ({ ...named[i]!, file })),
          plain,
          globalThis.hitrateProgress,
          globalThis.hitrateWrite,
        ),
      [input, given, asked] as const,
    );
    // Its own error, and not what the page made of it.
    return outcome.catch((error: unknown) => Promise.reject(failure ?? error));
  }

  /** What the page makes for an engine that searches elsewhere. */
  get serving(): PageServing {
    const { page } = this;
    // Arguments and answers are plain data; what is generic in the browser's types cannot see that.
    const call = (name: keyof PageServing, given: readonly unknown[]): Promise<never> =>
      page.evaluate(
        ([method, input]) =>
          (globalThis.hitrate.serving as unknown as Record<string, (...all: unknown[]) => Promise<never>>)[method]!(
            ...input,
          ),
        [name, given] as [string, unknown[]],
      );
    return {
      experiment: (...given) => call('experiment', given),
      terms: (...given) => call('terms', given),
      stopWords: (...given) => call('stopWords', given),
      embed: (...given) => call('embed', given),
    };
  }

  async cancel(): Promise<void> {
    this.#cancelled = true;
    await this.page.evaluate(() => globalThis.hitrate.cancel());
  }

  async close(): Promise<void> {
    await this.context.close().catch(() => undefined);
    await this.server.close();
  }
}
