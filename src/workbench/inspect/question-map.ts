import type { ResultRecord } from '../../contract/result';
import type { Questions } from '../../contract/storage';
import type { QuestionMap } from '../../domain/question-map/question-map';
import type { LayoutStep } from '../../domain/question-map/umap-layout';
import { DEFAULT_SEED } from '../../domain/statistics/defaults';
import { type Ports, withWorker } from '../kernel/ports';
import type { Following } from '../kernel/run-types';
import { sliceSource } from './slice-source';

export interface FoundMap {
  /** Null where too few questions have anything in common. */
  readonly map: QuestionMap | null;
  /** The model whose vectors place the questions; null where their words do. */
  readonly model: string | null;
}

/**
 * The questions of a result on a plane, by the vectors that a run has left, else by their words.
 *
 * @throws {HitrateError} `collection-missing`
 */
export async function questionMapOf(
  ports: Ports,
  questions: Questions,
  result: ResultRecord,
  { signal, progress }: Following<LayoutStep>,
): Promise<FoundMap> {
  const { source, analyzer, model } = await sliceSource(ports, questions, result);
  const input = { ...source, analyzer, seed: DEFAULT_SEED };
  return { map: await withWorker(ports.questionMap, signal, (worker) => worker.layOut(input, progress)), model };
}
