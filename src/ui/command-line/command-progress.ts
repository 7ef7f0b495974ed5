import { HitrateError } from '../../contract/errors';
import type { Estimate, Following, RunProgress } from '../../workbench/kernel/run-types';
import type { DocumentsProgress, GenerateProgress } from '../../contract/workers';
import { remaining } from '../evaluate/remaining';
import { count } from '../shared/format';
import { messageOf } from '../shared/messages/message-of';
import { STAGE_TEXTS } from '../shared/messages/run';

export interface CommandStep {
  readonly text: string;
  /** Equal while the same thing is done: a log has a line for each, and then one now and then. */
  readonly stage: string;
  /** Between which it will be done; null while that is not known. */
  readonly secondsLeft: readonly [low: number, high: number] | null;
}

export type CommandContext = Following<CommandStep>;

export interface OutputContext extends CommandContext {
  /** Adds to a file of the results, by its path below their folder; null takes the file back. */
  write(path: string, piece: string | null): Promise<void>;
}

/** Characters that leave the page at a time. */
const PIECE = 1_000_000;

/** Writes a file in pieces: the page never holds it whole. */
export async function writePieces(
  { write }: Pick<OutputContext, 'write'>,
  path: string,
  texts: Iterable<string> | AsyncIterable<string>,
): Promise<void> {
  let held: string[] = [];
  let characters = 0;
  for await (const text of texts) {
    held.push(text);
    characters += text.length;
    if (characters < PIECE) continue;
    await write(path, held.join(''));
    [held, characters] = [[], 0];
  }
  await write(path, held.join(''));
}

/** A refusal in sentences: nothing is written, and the command ends as by bad input. */
export class CommandRefusal extends Error {
  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
  }
}

/** Sentences of an error that a person can do something about; null for a bug. */
export function refusalSentences(error: unknown): readonly string[] | null {
  if (error instanceof CommandRefusal) return error.problems;
  return error instanceof HitrateError ? [messageOf(error.problem)] : null;
}

export type CommandOutcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly string[] };

/** What leaves the page, as plain data. */
export async function outcomeOf<T>(task: () => Promise<T>): Promise<CommandOutcome<T>> {
  try {
    return { ok: true, value: await task() };
  } catch (error) {
    const problems = refusalSentences(error);
    if (problems) return { ok: false, problems };
    throw error;
  }
}

/** @param stage the text itself where absent */
export const stepOf = (text: string, stage = text): CommandStep => ({ text, stage, secondsLeft: null });

/** A step of a run. @param expected what was estimated before it */
export function runStep(progress: RunProgress, expected: Estimate): CommandStep {
  const { stages, note } = progress;
  const running = stages.filter(({ state }) => state === 'running');
  const counts = running.map(({ stage, done, total, unit }) =>
    total === 0 ? STAGE_TEXTS[stage].doing : `${STAGE_TEXTS[stage].doing} ${count(done)}/${count(total)} ${unit}`,
  );
  return {
    text: [note && messageOf(note), ...counts].filter(Boolean).join(' · '),
    // A log has a line when a stage begins, as to load a model, and one when the first of its items is computed.
    stage: [note?.code, ...running.map(({ stage, done, reused }) => (done > reused ? `${stage}, begun` : stage))]
      .filter(Boolean)
      .join(' '),
    secondsLeft: remaining(progress, expected),
  };
}

export const readingStep = ({ filesDone, filesTotal }: DocumentsProgress): CommandStep =>
  stepOf(`Reading documents ${count(filesDone)}/${count(filesTotal)} files`, 'reading-documents');

const GENERATING: Readonly<Record<GenerateProgress['what'], readonly [text: string, unit: string]>> = {
  reading: ['Looking for questions in the documents', 'read'],
  checking: ['Checking questions', 'checked'],
};

export function generatingStep({ what, done, total }: GenerateProgress): CommandStep {
  const [text, unit] = GENERATING[what];
  return stepOf(`${text} ${count(done)}/${count(total)} ${unit}`, what);
}
