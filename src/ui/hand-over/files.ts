import type { ResultRecord } from '../../contract/result';
import type { HandedFile } from '../../domain/handover/target';
import type { Following, RunProgress } from '../../workbench/kernel/run-types';
import type { HandoverDifference } from '../../workbench/inspect/handover-difference';
import type { HandoverRequest } from '../../workbench/inspect/hand-over';
import type { WorkbenchPart } from '../../workbench/workbench';
import { readmeText } from './readme';

type HandoverBench = WorkbenchPart<{ inspect: 'handOver' | 'handoverDifference' }>;

/** Gives every file of a handover and its README to `add`, one after the other. */
export async function handedFiles(
  { inspect }: HandoverBench,
  result: ResultRecord,
  request: HandoverRequest,
  difference: HandoverDifference | null,
  add: (file: HandedFile) => Promise<void>,
  context: Following<RunProgress>,
): Promise<void> {
  const over = await inspect.handOver(result, request, add, context);
  const { target, passages, vectors } = request;
  await add({ path: 'README.md', text: readmeText({ target, over, difference, passages, vectors }) });
}
