import type { ResultRecord, LearnedReport } from '../../contract/result';
import { contentKey } from '../../base/hash';
import type { Ports } from '../kernel/ports';
import type { Session } from './session';

/** A report holds a whole model: it is kept beside the result, for whoever looks at it. */
const reportKey = (result: string, system: string): string => contentKey({ stage: 'learned', result, system });

/** Keeps what a system learned. */
export async function keepLearned(
  { ports, collection }: Pick<Session, 'ports' | 'collection'>,
  result: string,
  system: string,
  report: LearnedReport,
): Promise<void> {
  await ports.storage.artifacts.put(collection, reportKey(result, system), report);
}

/** @returns null where nothing was learned, or it is no longer there */
export async function learnedOf(
  { storage }: Ports,
  { collection, key }: ResultRecord,
  system: string,
): Promise<LearnedReport | null> {
  return (await storage.artifacts.get(collection, reportKey(key, system))) as LearnedReport | null;
}
