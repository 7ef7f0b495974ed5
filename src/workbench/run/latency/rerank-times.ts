import type { LoadedModel } from '../../../contract/model-workers';
import { valueOf } from '../../../base/containers';
import type { Ranking } from '../../../base/types';
import type { RerankSpec } from '../../../domain/rerank/rerank-spec';
import type { Corpus } from '../../kernel/corpus';
import { modelRequest } from '../../kernel/model-request';
import { chunks, type StageContext } from '../stage-context';
import { PAIR_BATCH } from '../stages/rerank';
import { WARM_UP } from './protocol';
import type { QuestionTimes } from './search-times';

/** The candidates of a system's reranker, by question. */
export interface RerankTask {
  readonly corpus: Corpus;
  readonly candidates: readonly Ranking[];
}

/** Times of a task, and the model as it was loaded. */
export interface Reranking {
  readonly times: QuestionTimes;
  readonly model: LoadedModel;
}

/** What the reranker takes of the passages of one question: a passage that two lists have is read once. */
type PassageTimes = Map<string, number>;

/**
 * Times a reranker over the candidates of one question after the other, batched as in a run. A pair that several systems
 * have is scored once and counts for each.
 *
 * @param context with the questions that are timed, in this order
 * @returns times of each task
 */
export async function timeReranking(
  context: Pick<StageContext, 'ports' | 'signal' | 'queries'>,
  spec: RerankSpec,
  tasks: readonly RerankTask[],
  begin: () => (timed: number) => boolean,
  timed: () => void,
): Promise<{ readonly times: readonly QuestionTimes[]; readonly model: LoadedModel }> {
  const { ports, signal, queries } = context;
  const request = await modelRequest(ports, spec);
  const worker = ports.reranker.with(signal);
  const model = await worker.load(request);
  const times = tasks.map(() => new Float64Array(queries.length).fill(NaN));

  async function score(question: number, { corpus, candidates }: RerankTask, known: PassageTimes): Promise<number> {
    const places = candidates[question]!.map(({ id }) => corpus.positions.get(id)!);
    const missing = new Map(places.map((place) => [corpus.textKeys[place]!, corpus.texts[place]!]));
    const todo = [...missing].filter(([key]) => !known.has(key)).sort(([, a], [, b]) => b.length - a.length);
    for (const batch of chunks(todo, PAIR_BATCH)) {
      signal.throwIfAborted();
      const passages = batch.map(([, text]) => text);
      const query = queries[question]!.text;
      const { milliseconds } = await worker.score({ ...request, query, passages, anew: true });
      for (const [key] of batch) valueOf(known, key, () => milliseconds / batch.length);
    }
    return places.reduce((sum, place) => sum + known.get(corpus.textKeys[place]!)!, 0);
  }

  for (let i = 0; i < WARM_UP.rerank; i++) await score(i % queries.length, tasks[0]!, new Map());
  const more = begin();
  for (let i = 0; i < queries.length && more(i); i++) {
    const known: PassageTimes = new Map();
    for (const [t, task] of tasks.entries()) times[t]![i] = await score(i, task, known);
    timed();
  }
  return { times, model };
}
