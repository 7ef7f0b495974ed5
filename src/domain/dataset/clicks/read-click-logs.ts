import type { ImportedClicks } from '../outcome';
import { guarded, type ProblemLog } from '../problem';
import { fieldNames } from '../readers/records';
import type { SourceText } from '../source';
import { ImpressionCollector } from './impressions';
import { CLICKS, readPlainLog, SHOWN } from './plain';
import { UbiJoin } from './ubi';

type ClickLogKind = 'ubi' | 'plain';

export async function clickLogIn(file: SourceText): Promise<ClickLogKind | null> {
  const names = fieldNames(await file.head());
  const has = (fields: readonly string[]): boolean => fields.some((field) => names.has(field));
  if (names.has('action_name') && has(['query_id', 'timestamp'])) return 'ubi';
  if (names.has('user_query') && has(['query_id', 'query_response_hit_ids', 'ubi'])) return 'ubi';
  return has(['query', 'user_query', 'question']) && has(SHOWN) && has(CLICKS) ? 'plain' : null;
}

export async function readClickLogs(files: readonly SourceText[], log: ProblemLog): Promise<ImportedClicks> {
  const collector = new ImpressionCollector();
  const ubi = new UbiJoin(collector, log);
  for (const file of files)
    await guarded(log, async () =>
      (await clickLogIn(file)) === 'ubi' ? ubi.read(file) : readPlainLog(file, collector, log),
    );
  ubi.finish();
  return { files: files.map(({ path }) => path), ...collector.finish() };
}
