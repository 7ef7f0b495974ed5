import type { ResultRecord } from '../../contract/result';
import { firstMeasure } from '../../domain/measures/first-measure';
import { expressedFor } from '../../domain/handover/targets';
import type { HandedFile } from '../../domain/handover/target';
import type { RunProgress } from '../../workbench/kernel/run-types';
import type { Workbench } from '../../workbench/workbench';
import { DEFAULT_MARGIN } from '../findings/findings-state.svelte';
import { handedFiles, differenceText, handoverRefusals } from '../hand-over/readme';
import { comparedMeasures, firstBaseline } from '../results/columns';
import { TARGET_NAMES } from '../shared/messages/handover';
import { closestWord } from './closest-word';
import type { EvaluationRequest } from './command';
import { CommandRefusal, runStep, stepOf, writePieces, type OutputContext } from './command-progress';
import { problems as words } from './problem-texts';

/** Writes the files of a handover. @returns notes @throws {CommandRefusal} for a system that the result does not have */
export async function handedOver(
  workbench: Workbench,
  result: ResultRecord,
  asked: NonNullable<EvaluationRequest['handover']>,
  { signal, progress, write }: OutputContext,
): Promise<string[]> {
  const system = asked.system ?? (await recommended(workbench, result, signal));
  const ids = result.spec.systems.map(({ id }) => id);
  const spec = result.spec.systems.find(({ id }) => id === system);
  if (!spec) throw new CommandRefusal([words.noSuchSystem(system, ids, closestWord(system, ids))]);
  const { target } = asked;
  const name = TARGET_NAMES[target];
  progress(stepOf(words.handingOver(system, name)));
  const expressed = expressedFor(target, spec);
  const { refusals, nearest } = expressed;
  const expected = await workbench.runs.estimate(result.collection, { ...result.spec, systems: [nearest ?? spec] });
  const context = { signal, progress: (step: RunProgress) => progress(runStep(step, expected)) };
  if (refusals.length > 0) progress(stepOf(words.measuringNearest()));
  const difference =
    refusals.length > 0 && nearest
      ? await workbench.inspect.handoverDifference(result, system, nearest, context)
      : null;
  const request = { ...asked, system };
  const add = (file: HandedFile): Promise<void> =>
    writePieces({ write }, `handover-${target}/${file.path}`, 'text' in file ? [file.text] : withEnds(file.lines()));
  await handedFiles(workbench, result, request, difference, add, context);
  const said = [...handoverRefusals(expressed), ...(difference ? [differenceText(difference)] : [])];
  return said.map((sentence) => `${name}: ${sentence}`);
}

async function* withEnds(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`;
}

/** The system of the verdict; where there is none, the one with the best mean. */
async function recommended(workbench: Workbench, result: ResultRecord, signal: AbortSignal): Promise<string> {
  const measure = firstMeasure(comparedMeasures(result));
  const [first] = result.spec.systems;
  if (measure === null) return first!.id;
  const baseline = firstBaseline(result);
  const verdict = await workbench.inspect.verdict(result, { measure, margin: DEFAULT_MARGIN, baseline }, signal);
  return 'recommended' in verdict ? verdict.recommended.system : first!.id;
}
