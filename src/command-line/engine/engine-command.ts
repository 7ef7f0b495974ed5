import type { AutomationOutcome } from '../../ui/command-line/automation';
import type { CommandPlan, EngineOptions, EvaluationRequest } from '../../ui/command-line/command';
import { CommandRefusal } from '../../ui/command-line/command-progress';
import type { InputFile } from '../input-files';
import type { ProgressLine } from '../progress-line';
import type { SitePage } from '../site-page';
import { type EngineRun, runOnEngine } from './run-engine';

type Succeeded = Extract<AutomationOutcome, { ok: true }>;

export interface EngineCommand {
  readonly options: EngineOptions;
  readonly request: EvaluationRequest;
  readonly files: readonly InputFile[];
  readonly fresh: CommandPlan['fresh'];
  readonly cache: string;
  readonly at: (path: string) => string;
  readonly page: SitePage;
  readonly signal: AbortSignal;
  readonly line: ProgressLine;
  readonly err: { write(text: string): void };
}

/** What the page made of the runs, or what to print where nothing is run. */
export type EngineOutcome = Succeeded | { readonly shown: string } | { readonly cancelled: true };

/** The engine searches, and the page scores. */
export async function evaluatedOnEngine(command: EngineCommand): Promise<EngineOutcome> {
  const { options, request, files, fresh, cache, at, page, signal, line, err } = command;
  const say = (sentence: string): void => {
    line.clear();
    err.write(`${sentence}\n`);
  };
  const progress = line.show.bind(line);
  let run: EngineRun | null = null;
  let done = false;
  try {
    const input = { options, request, files, fresh, cache, at, env: process.env };
    const made = await runOnEngine(input, { page: page.serving, signal, progress, say });
    if ('shown' in made) return made;
    run = made;
    const outcome = await page.evaluate(run.files, run.request, progress);
    line.clear();
    if (signal.aborted || 'cancelled' in outcome) return { cancelled: true };
    if (!outcome.ok) throw new CommandRefusal(outcome.problems);
    done = true;
    return { ...outcome, files: { ...outcome.files, ...run.runs }, warnings: [...run.warnings, ...outcome.warnings] };
  } catch (error) {
    line.clear();
    // What was under way when it was interrupted fails in many ways.
    if (signal.aborted) return { cancelled: true };
    throw error;
  } finally {
    run?.release(!done);
  }
}
