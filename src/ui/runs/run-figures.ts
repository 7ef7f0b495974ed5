import type { ResultHeader } from '../../contract/result';
import type { CopiedCell, CopiedTable } from '../../domain/report/copied-table';
import type { RunNote } from '../../domain/run-comparison/run-notes';
import type { FigureChange } from '../../domain/run-comparison/figure-changes';
import { difference, measure as value, pValue } from '../shared/format';
import { estimateMark } from '../shared/messages/judging';
import { FINDINGS } from '../shared/messages/run-comparison';

export function highest({ figures }: ResultHeader) {
  const means = Object.entries(figures?.means ?? {}).filter(([, mean]) => !Number.isNaN(mean));
  if (!figures || means.length === 0) return null;
  const [system, mean] = means.reduce((best, each) => (each[1] > best[1] ? each : best));
  return { measure: figures.measure, system, mean };
}

export const runsTable = (
  runs: readonly ResultHeader[],
  nameOf: (run: ResultHeader) => string,
  noteOf: (key: string) => RunNote,
): CopiedTable => ({
  header: ['Run', 'Date', 'Tags', 'Note', 'Systems', 'Questions', 'Measure', 'Highest mean', 'System', 'Judging'],
  rows: runs.map((run) => {
    const best = highest(run);
    const { tags, note } = noteOf(run.key);
    return [
      nameOf(run),
      new Date(run.createdAt).toISOString(),
      tags.join(', '),
      note,
      { value: run.systemCount, text: String(run.systemCount) },
      { value: run.queryCount, text: String(run.queryCount) },
      best?.measure ?? null,
      best && { value: best.mean, text: value(best.mean, 3) },
      best?.system ?? null,
      estimateMark(run.judging),
    ];
  }),
});

export const changesTable = (changes: readonly FigureChange[], nameOf: (system: string) => string): CopiedTable => ({
  header: ['System', 'Id', 'First', 'Second', 'Change', 'Low', 'High', 'p, corrected', 'Better', 'Worse', 'Finding'],
  rows: changes.map((change) => [
    nameOf(change.after),
    change.after,
    mean(change.meanBefore),
    mean(change.meanAfter),
    signed(change.difference),
    signed(change.interval?.[0]),
    signed(change.interval?.[1]),
    change.corrected === null ? null : { value: change.corrected, text: pValue(change.corrected) },
    { value: change.wins, text: String(change.wins) },
    { value: change.losses, text: String(change.losses) },
    change.questions > 0 ? FINDINGS[change.finding] : 'Not concluded',
  ]),
});

const mean = (own: number): CopiedCell => (Number.isNaN(own) ? null : { value: own, text: value(own, 3) });

const signed = (own: number | undefined): CopiedCell =>
  own === undefined || Number.isNaN(own) ? null : { value: own, text: difference(own, 3) };
