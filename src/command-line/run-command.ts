import { readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { AutomationOutcome } from '../ui/command-line/automation';
import { type CommandPlan, type EvaluationRequest, RUNS_FOLDER } from '../ui/command-line/command';
import { CommandRefusal, refusalSentences } from '../ui/command-line/command-progress';
import { helpText } from './options';
import { notices, problems } from '../ui/command-line/problem-texts';
import { readArguments } from './read-arguments';
import { evaluatedOnEngine } from './engine/run-engine';
import { type InputFile, inputFiles, OutputFiles } from './files';
import { cacheFolder, openKeptWork, workKey } from './kept-work';
import { type LineTarget, ProgressLine } from './progress-line';
import { type Site, SitePage } from './site-page';

export interface Terminal {
  /** Where the person stands: paths are meant from there. */
  readonly folder: string;
  /** The result, and nothing else. */
  readonly out: LineTarget;
  readonly err: LineTarget;
  /** Calls back when the person interrupts. @returns ends the calls */
  onInterrupt(listener: () => void): () => void;
  /** Makes the site ready, which may take a minute the first time. */
  site(): Promise<Site>;
}

const EXIT = { done: 0, failed: 1, badInput: 2, checkFailed: 3, interrupted: 130 } as const;

/** Runs a command to its end. @returns the exit code */
export async function runCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const read = readArguments(args, terminal.folder);
  if (!read.ok) return refuse(terminal, [...read.problems, problems.asksHelp()]);
  if ('help' in read) {
    terminal.out.write(helpText(terminal.out.columns));
    return EXIT.done;
  }
  const { command } = read;
  try {
    return await evaluated(command, terminal);
  } catch (error) {
    const refusal = refusalSentences(error);
    if (refusal) return refuse(terminal, refusal);
    terminal.err.write(`${notices.failed(error instanceof Error ? error.message : String(error))}\n`);
    // Beside a baseline, 1 says that something was lost.
    return command.check ? EXIT.checkFailed : EXIT.failed;
  }
}

function refuse({ err }: Terminal, sentences: readonly string[]): number {
  err.write(`${sentences.join('\n')}\n`);
  return EXIT.badInput;
}

async function evaluated(command: CommandPlan, terminal: Terminal): Promise<number> {
  const at = (path: string): string => resolve(terminal.folder, path);
  const folder = at(command.out ?? '.');
  const request = withTexts(command, at);
  const files = filesOf(command, at);
  refuseClashes(command, files, folder, at);
  const output = new OutputFiles();
  const write = (path: string, piece: string | null): void => output.add(join(folder, path), piece);
  const line = new ProgressLine(terminal.err);
  const work = openKeptWork(cacheFolder(), workKey(command, files), command.fresh || command.engine !== null);
  let keep = false;
  let page: SitePage | null = null;
  let interrupted = false;
  const abort = new AbortController();
  const stopListening = terminal.onInterrupt(() => {
    interrupted = true;
    abort.abort();
    line.clear();
    terminal.err.write(`${notices.stopping}\n`);
    // Where the page is gone already, the run ends by that.
    page?.cancel().catch(() => undefined);
  });
  try {
    const site = await terminal.site();
    if (work.resumed) terminal.err.write(`${notices.resuming}\n`);
    page = await SitePage.open(site, work.profile, work.port);
    if (interrupted) await page.cancel();
    const { engine: options, fresh } = command;
    const shared = { request, files, fresh, cache: cacheFolder(), at, page, line, err: terminal.err, write };
    const outcome = options
      ? await evaluatedOnEngine({ ...shared, options, signal: abort.signal })
      : await page.evaluate(files, request, (step) => line.show(step), write);
    line.clear();
    if (interrupted || 'cancelled' in outcome) {
      keep = true;
      terminal.err.write(`${notices.interrupted}\n`);
      return EXIT.interrupted;
    }
    if ('shown' in outcome) {
      terminal.out.write(outcome.shown);
      return EXIT.done;
    }
    if (!outcome.ok) throw new CommandRefusal(outcome.problems);
    return finish(command, outcome, output, terminal, at);
  } catch (error) {
    line.clear();
    // What failed by itself may succeed the next time, and need not begin anew.
    keep = refusalSentences(error) === null;
    throw error;
  } finally {
    stopListening();
    await page?.close();
    output.discard();
    // What an engine's run has done lies beside it: the page has only the runs that it scored.
    work.release(keep && command.engine === null);
  }
}

/** Puts files in their places first, so that a terminal shows no result where they cannot be written. */
function finish(
  { check: asked, report, out: folder }: CommandPlan,
  outcome: Extract<AutomationOutcome, { ok: true }>,
  output: OutputFiles,
  { out, err }: Terminal,
  at: (path: string) => string,
): number {
  const { check } = outcome;
  if (report !== null && outcome.report !== undefined) output.add(at(report), outcome.report);
  if (asked && check) for (const { path, text } of asked.files) output.add(at(path), check[text]);
  output.commit();
  for (const warning of outcome.warnings) err.write(`${notices.note(warning)}\n`);
  out.write(`${outcome.table}\n`);
  if (asked?.printed && check) out.write(`${check.markdown}\n`);
  const runs = join(at(folder ?? '.'), RUNS_FOLDER);
  const others = output.paths.filter((path) => dirname(path) !== runs);
  if (others.length > 0) err.write(`${notices.written(others)}\n`);
  if (others.length < output.paths.length) err.write(`${notices.writtenRuns(runs)}\n`);
  if (check) err.write(`${check.line}\n`);
  return check?.failed ? EXIT.failed : EXIT.done;
}

/** Nothing is written over the baseline or a run that is read, nor twice to one place. */
function refuseClashes(
  { texts, out, report, check }: CommandPlan,
  files: readonly InputFile[],
  folder: string,
  at: (path: string) => string,
): void {
  const results = out === null ? [] : ['results.json', 'results.csv'].map((name) => join(folder, name));
  const others = [...(report === null ? [] : [report]), ...(check?.files ?? []).map(({ path }) => path)].map(at);
  const written = [...results, ...others];
  const baseline = texts.against === undefined ? null : at(texts.against);
  if (baseline !== null && written.includes(baseline)) throw new CommandRefusal([problems.overBaseline(baseline)]);
  const twice = written.find((path, i) => written.indexOf(path) !== i);
  if (twice !== undefined) throw new CommandRefusal([problems.sameFile(twice)]);
  const read = out === null ? undefined : files.find(({ file }) => dirname(file) === join(folder, RUNS_FOLDER));
  if (read) throw new CommandRefusal([problems.overRun(read.file)]);
}

function withTexts({ request, texts }: CommandPlan, at: (path: string) => string): EvaluationRequest {
  const entries = Object.entries(texts).map(([name, path]) => [name, textOf(at(path))] as const);
  return { ...request, ...Object.fromEntries(entries) };
}

function textOf(path: string): string {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) throw new CommandRefusal([problems.noFile(path)]);
  return readFileSync(path, 'utf8');
}

/** Files of questions and of contexts that lie in a folder of documents are none of them. */
function filesOf({ inputs, questions, contexts, models }: CommandPlan, at: (path: string) => string): InputFile[] {
  const named = [...inputFiles(questions.map(at), 'questions'), ...inputFiles(contexts.map(at), 'contexts')];
  const others = new Set(named.map(({ file }) => file));
  const given = inputFiles(inputs.map(at)).filter(({ file }) => !others.has(file));
  return [...given, ...named, ...models.flatMap((path, i) => inputFiles([at(path)], i))];
}
