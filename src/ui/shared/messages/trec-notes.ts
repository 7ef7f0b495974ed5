import type { Run } from '../../../base/types';
import { reorderedBySinglePrecision } from '../../../domain/report/trec';
import { counted } from '../format';

/** What a run as TREC does not say, or trec_eval reads otherwise. @param questions how many were asked */
export function trecNotes(system: string, run: Run, questions: number): string[] {
  const missing = questions - [...run.values()].filter(({ length }) => length > 0).length;
  const reordered = reorderedBySinglePrecision(run);
  return [
    ...(missing > 0
      ? [
          `${system}: ${counted(missing, 'question')} without results, which have no line; trec_eval counts them with -c.`,
        ]
      : []),
    ...(reordered > 0
      ? [
          `${system}: in ${counted(reordered, 'question')} scores differ by less than single precision; ` +
            'trec_eval before version 10 orders them by id.',
        ]
      : []),
  ];
}
