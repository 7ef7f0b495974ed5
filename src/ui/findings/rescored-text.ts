import type { Rescored } from '../../workbench/inspect/rescored';
import { count, counted, list } from '../shared/format';

export function rescoredText({ result, cutAt, lostMeasures, unjudged, notRun }: Rescored): string {
  if (!result)
    return 'With the current judgments, no question or measure of this run is left. These are the figures of the run.';
  return [
    'Scored with the current judgments.',
    ...(lostMeasures.length > 0
      ? [`Without ${list(lostMeasures)}${cutAt === null ? '' : `: only the first ${count(cutAt)} passages are kept`}.`]
      : []),
    ...(unjudged.length > 0 ? [`${counted(unjudged.length, 'question')} no longer judged.`] : []),
    ...(notRun.length > 0 ? [`${counted(notRun.length, 'judged question')} not in this run.`] : []),
  ].join(' ');
}
