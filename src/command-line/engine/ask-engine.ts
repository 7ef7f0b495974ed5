import { contentKey } from '../../base/hash';
import { fuse } from '../../domain/fusion/fuse';
import { rank } from '../../domain/run/order';
import type { Query, QueryId, Ranking } from '../../base/types';
import { type CommandStep, stepOf } from '../../ui/command-line/command-progress';
import type { EngineClient } from './engine-client';
import type { EngineWork, KeptList } from './engine-work';
import type { EnginePlan, PlannedSystem } from './plan';
import { engineSteps as steps } from './texts';
import type { EngineIndex, ListPlan, SearchedValue } from './types';

export interface AskContext {
  readonly client: EngineClient;
  readonly work: EngineWork;
  /** Questions in a request. */
  readonly batch: number;
  readonly signal: AbortSignal;
  readonly progress: (step: CommandStep) => void;
}

/** The answers of an engine to one search, by question. */
export type AnsweredList = ReadonlyMap<QueryId, KeptList>;

/** @param values by field, of each question */
export async function askAll(
  index: EngineIndex,
  { lists }: EnginePlan,
  questions: readonly Query[],
  values: readonly (readonly SearchedValue[])[],
  context: AskContext,
): Promise<AnsweredList[]> {
  const answered: AnsweredList[] = [];
  for (const [i, list] of lists.entries())
    answered.push(await askList(index, list, questions, values[list.field]!, context, [i, lists.length]));
  return answered;
}

async function askList(
  index: EngineIndex,
  list: ListPlan,
  questions: readonly Query[],
  values: readonly SearchedValue[],
  { client, work, batch, signal, progress }: AskContext,
  [place, of]: readonly [number, number],
): Promise<AnsweredList> {
  const key = contentKey({ index: index.key, list, questions: questions.map(({ id, text }) => [id, text]) }).slice(
    0,
    32,
  );
  const known = work.lists(key);
  const left = questions.flatMap((question, i) => (known.has(question.id) ? [] : [{ question, value: values[i]! }]));
  for (let at = 0; at < left.length; at += batch) {
    signal.throwIfAborted();
    const asked = left.slice(at, at + batch);
    // Nothing is there to be found, and an engine would refuse to look for it.
    const words = asked.filter(({ value }) => value.length > 0);
    const began = performance.now();
    const rankings =
      words.length === 0
        ? []
        : await client.ask(
            index,
            list,
            words.map(({ value }) => value),
          );
    const milliseconds = (performance.now() - began) / Math.max(1, words.length);
    const found = new Map(words.map(({ question }, i) => [question.id, rankings[i]!]));
    const kept = asked.map(({ question: { id } }) => ({
      query: id,
      milliseconds,
      // In the order of trec_eval, by the scores that the engine gave.
      ranking: rank(found.get(id) ?? []),
    }));
    work.addLists(key, kept);
    for (const each of kept) known.set(each.query, each);
    progress(stepOf(steps.asking(place * questions.length + known.size, of * questions.length), 'asking'));
  }
  return known;
}

/** The run of a system: the list of its retriever, or its lists as Hitrate fuses them. */
export function runOf(
  { lists, fusion }: PlannedSystem,
  answered: readonly AnsweredList[],
  questions: readonly Query[],
  depth: number,
): ReadonlyMap<QueryId, Ranking> {
  return new Map(
    questions.map(({ id }) => {
      const rankings = lists.map((place) => answered[place]!.get(id)!.ranking);
      const ranking = fusion ? fuse(rankings, fusion) : rankings[0]!;
      return [id, ranking.slice(0, depth)];
    }),
  );
}
