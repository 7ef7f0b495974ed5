import { canonicalJson } from '../../base/hash';
import type { ResultHeader } from '../../contract/result';
import type { SystemSpec } from '../../domain/experiment/experiment';

/** What a result on judged questions says of a system that was preferred blind. */
export interface JudgedPreference {
  /** Of the result. */
  readonly key: string;
  readonly createdAt: number;
  readonly questions: number;
  /** The first of its measures. */
  readonly measure: string;
  readonly mean: number;
  /** Of the systems that it was compared with blind, as far as the result has them. */
  readonly others: readonly { readonly id: string; readonly mean: number }[];
}

/**
 * The newest result that has the preferred system and one or more of those it was compared with, under whatever names:
 * systems are the same where their parts are. Null where there is none.
 *
 * @param results newest first
 */
export function judgedPreference(
  results: readonly ResultHeader[],
  compared: readonly SystemSpec[],
  preferred: string,
): JudgedPreference | null {
  for (const { spec, figures, key, createdAt, queryCount } of results) {
    if (!spec || !figures) continue;
    const means = new Map(spec.systems.map((system) => [partsKey(system), figures.means[system.id]]));
    const found = compared.flatMap((system) => {
      const mean = means.get(partsKey(system));
      return mean === undefined ? [] : [{ id: system.id, mean }];
    });
    const own = found.find(({ id }) => id === preferred);
    if (!own || found.length < 2) continue;
    const others = found.filter((each) => each !== own);
    return { key, createdAt, questions: queryCount, measure: figures.measure, mean: own.mean, others };
  }
  return null;
}

const partsKey = (system: SystemSpec): string => canonicalJson({ ...system, id: '' });
