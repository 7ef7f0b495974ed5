import type { ResultRecord } from '../../contract/result';
import type { HandedFile, HandoverCommand } from '../../domain/handover/target';
import type { Following, RunProgress } from '../../workbench/kernel/run-types';
import type { HandoverRequest, HandedOver } from '../../workbench/inspect/hand-over';
import type { WorkbenchPart } from '../../workbench/workbench';
import type { HandoverDifference } from '../../workbench/inspect/handover-difference';
import { difference as signed } from '../shared/format';
import { handoverNoteMessages, handoverRefusalMessages, TARGET_NAMES } from '../shared/messages/handover';
import { say } from '../shared/messages/say';

const COMMANDS: Readonly<Record<HandoverCommand['does'], string>> = {
  'create-index': 'Create the index',
  'create-pipeline': 'Create the search pipeline',
  'index-passages': 'Index the passages',
  search: 'Search',
};

export const handoverRefusals = ({ refusals }: HandedOver['expressed']): string[] =>
  refusals.map((refusal) => say(handoverRefusalMessages, refusal));

export function differenceText(found: HandoverDifference): string {
  if (!found.measured)
    return found.why === 'judgments'
      ? 'The difference was not measured: questions or judgments changed since the run. Run it again.'
      : 'The difference was not measured: no measure of the run is a mean over questions.';
  const { measure, interval, questions } = found;
  const range = interval ? ` (95 % interval ${signed(interval[0], 3)} to ${signed(interval[1], 3)})` : '';
  return `Against the system itself the nearest one has ${signed(found.difference, 3)} ${measure}${range}, over ${questions} questions.`;
}

function readmeText(
  { target, passages, vectors }: HandoverRequest,
  { handed, expressed, notes, commands, paths }: HandedOver,
  difference: HandoverDifference | null,
): string {
  const name = TARGET_NAMES[target];
  const refusals = handoverRefusals(expressed);
  const lost = refusals.length > 0;
  const parts = [
    `# ${handed.system.id} for ${name}`,
    `Made by Hitrate. Lists of ${handed.depth} passages are retrieved, and ${handed.k} are returned.`,
    ...(lost
      ? [
          `## What differs`,
          `${name} cannot compute all of the system. The files hold the nearest that it can:`,
          bullets(refusals),
          difference ? differenceText(difference) : 'The difference between the two was not measured.',
        ]
      : []),
    '## Files',
    bullets(paths.map((path) => `\`${path}\``)),
    contentText(passages, vectors),
    ...(notes.length > 0 ? ['## To know', bullets(notes.map((note) => say(handoverNoteMessages, note)))] : []),
    '## Commands',
    'Addresses and credentials come from variables of the environment; no file holds one. What stands in double braces in a template is replaced for each question.',
    ...commands.map(({ does, shell }) => `${COMMANDS[does]}:\n\n\`\`\`sh\n${shell}\n\`\`\``),
  ];
  return `${parts.join('\n\n')}\n`;
}

const bullets = (items: readonly string[]): string => items.map((item) => `- ${item}`).join('\n');

function contentText(passages: boolean, vectors: boolean): string {
  if (passages && vectors) return 'Passages, their metadata and their vectors are in the files.';
  if (passages) return 'Passages and their metadata are in the files, without vectors.';
  if (vectors) return 'Ids and vectors of passages are in the files, without their texts.';
  return 'No passage, no vector and no metadata value is in the files, beside values that a filter of the system names.';
}

/** Gives `add` every file and README. @param difference of the nearest system, if something is refused and measured */
export async function handedFiles(
  { inspect }: WorkbenchPart<{ inspect: 'handOver' }>,
  result: ResultRecord,
  request: HandoverRequest,
  difference: HandoverDifference | null,
  add: (file: HandedFile) => Promise<void>,
  context: Following<RunProgress>,
): Promise<void> {
  const over = await inspect.handOver(result, request, add, context);
  await add({ path: 'README.md', text: readmeText(request, over, difference) });
}
