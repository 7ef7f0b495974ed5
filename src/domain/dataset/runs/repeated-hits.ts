import type { RepeatedHit } from '../../run/pack-run';
import { quoted } from '../problem';
import { problem, type ProblemLog } from '../problem';

/** Tells of the hits that were passed over since the same document stood before them, if there are any. */
export function warnOfRepeated(hits: readonly RepeatedHit[], file: string, log: ProblemLog): void {
  const [first] = hits;
  if (!first) return;
  const names = hits.map(({ query, doc, line }) => `${quoted(query)} with ${quoted(doc)} (line ${line})`);
  log.warn(problem('duplicate-hit', { file, line: first.line }, names));
}
