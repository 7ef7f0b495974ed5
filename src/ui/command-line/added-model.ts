import type { Note } from '../../contract/errors';
import type { ModelProgress } from '../../contract/models';
import type { SourceFile } from '../../contract/workers';
import { readingOf } from '../../domain/models/repository';
import { DEVICE_NAMES } from '../../domain/models/configuration';
import { isRefused } from '../../domain/models/read-repository';
import type { WorkbenchPart } from '../../workbench/workbench';
import { count, milliseconds, MISSING } from '../shared/format';
import { messageOf } from '../shared/messages/message-of';
import { apartText, deviceVerdictText, speedText, SPEED_UNITS } from '../models/offer/model-texts';
import { CommandRefusal, type CommandContext, stepOf } from './command-progress';
import { problems } from './problem-texts';

export type MeasuredModel = Awaited<ReturnType<typeof measuredModel>>;

/** Adds a model from its files as *Add from disk* does, by what its repository says of it, and measures it. */
export async function measuredModel(
  { models }: WorkbenchPart<{ models: 'look' | 'keep' | 'measure' | 'stored' | 'trials' }>,
  files: readonly SourceFile[],
  { signal, progress }: CommandContext,
) {
  const { name, offer } = await models.look(files, signal);
  if (isRefused(offer)) throw new CommandRefusal([problems.modelRefused(name, offer.problems.map(messageOf))]);
  // An interrupted run has kept it.
  const known = (await models.stored()).find(({ origin }) => origin.kind === 'disk' && origin.name === name);
  const keeping = { signal, progress: ({ path }: ModelProgress) => progress(stepOf(`Reading ${path}`)) };
  const kept = known ?? (await models.keep(files, { name, reading: readingOf(offer), offer }, keeping));
  const measuring = { signal, progress: (note: Note) => progress(stepOf(messageOf(note))) };
  const trial = (await models.trials()).get(kept.id) ?? (await models.measure(kept.id, measuring));
  return { id: kept.id, name: kept.name, task: kept.reading.task, trial };
}

export function trialText({ name, task, trial }: MeasuredModel): string {
  const devices = trial.devices.map((figure) => [
    `${DEVICE_NAMES[figure.device]}${figure.device === trial.chosen ? ' *' : ''}`,
    deviceVerdictText(figure),
    figure.perSecond === null ? MISSING : speedText(figure.perSecond),
    figure.apart === null ? MISSING : apartText(figure.apart),
    figure.loadMilliseconds === null ? MISSING : milliseconds(figure.loadMilliseconds),
  ]);
  const header = ['device', 'agreement', SPEED_UNITS[task].toLowerCase(), 'difference from WASM', 'loaded in'];
  const tried = `* chosen; ${count(trial.devices.length)} devices tried`;
  return [`Model ${name} (${task})`, alignedTable(header, devices), tried].join('\n');
}

/** A table for a terminal: the first two columns to the left, figures to the right. */
function alignedTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = header.map((_, column) => Math.max(...[header, ...rows].map((row) => row[column]!.length)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => (column < 2 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
      .join('  ')
      .trimEnd();
  return [line(header), widths.map((width) => '-'.repeat(width)).join('  '), ...rows.map(line)].join('\n');
}
