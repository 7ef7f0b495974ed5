import { RunBuilder } from '../../run/pack-run';
import { unpackRanking } from '../../run/packed';
import type { ImportedRun } from '../outcome';
import { problem, type ProblemLog } from '../problem';
import { type IdDifference, matchIds } from './ids-apart';

/** A run with its documents called as they are here, where they differ by the chosen way; said, and refused for two that become one. */
export function matchedRun(
  imported: ImportedRun,
  known: readonly string[],
  way: IdDifference,
  log: ProblemLog,
): ImportedRun {
  const { file, run } = imported;
  const { ours, clash } = matchIds(run.docs, known, way);
  const [first] = ours;
  if (clash) log.add(problem('ids-become-one', { file }, way, clash));
  if (clash || !first) return imported;
  log.warn(problem('ids-matched', { file }, way, ours.size, first));
  const renamed = new RunBuilder();
  for (const [i, query] of run.queries.entries()) {
    const at = renamed.query(query);
    for (const { id, score } of unpackRanking(run.rankings, run.docs, i))
      renamed.add(at, renamed.doc(ours.get(id) ?? id), score, 0);
  }
  return { ...imported, run: renamed.finish(() => undefined) };
}
