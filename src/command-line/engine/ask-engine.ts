import { contentKey } from '../../base/hash';
import { fuse } from '../../domain/fusion/fuse';
import { isNothing } from '../../domain/handover/files';
import type { HandedSystem, SearchedBy } from '../../domain/handover/target';
import { rank } from '../../domain/run/order';
import type { Query, QueryId, Ranking } from '../../base/types';
import { type CommandStep, stepOf } from '../../ui/command-line/command-progress';
import type { EngineClient } from './client';
import type { EngineWork, KeptList } from './engine-work';
import { isJoined, type PlannedSystem } from './plan';
import { engineSteps as steps } from './texts';
import type { EngineIndex } from './types';

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

/**
 * @param values by place of a retriever in the index, of each question
 * @returns by search
 */
export async function askAll(
  index: EngineIndex,
  searches: readonly HandedSystem[],
  questions: readonly Query[],
  values: readonly (readonly SearchedBy[])[],
  context: AskContext,
): Promise<AnsweredList[]> {
  const answered: AnsweredList[] = [];
  for (const [i, search] of searches.entries()) {
    await context.client.prepare(search);
    const asked = questions.map(({ id }, at) => ({ id, searched: search.places!.map((place) => values[place]![at]!) }));
    const { system, places } = search;
    const key = contentKey({
      ...{ index: index.key, system, places, depth: search.depth },
      questions: questions.map(({ id, text }) => [id, text]),
    }).slice(0, 32);
    answered.push(await askOne(search, key, asked, context, [i, searches.length]));
  }
  return answered;
}

async function askOne(
  search: HandedSystem,
  key: string,
  questions: readonly { readonly id: QueryId; readonly searched: readonly SearchedBy[] }[],
  { client, work, batch, signal, progress }: AskContext,
  [place, of]: readonly [number, number],
): Promise<AnsweredList> {
  const known = work.lists(key);
  const left = questions.filter(({ id }) => !known.has(id));
  for (let at = 0; at < left.length; at += batch) {
    signal.throwIfAborted();
    const some = left.slice(at, at + batch);
    // Nothing is there to be found for the others, and an engine would refuse to look for it.
    const sought = some.filter(({ searched }) => searched.some((each) => !isNothing(each)));
    const began = performance.now();
    const rankings = sought.length === 0 ? [] : await client.ask(search, sought);
    const milliseconds = (performance.now() - began) / Math.max(1, sought.length);
    const found = new Map(sought.map(({ id }, i) => [id, rankings[i]!]));
    const kept = some.map(({ id }) => ({
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

/** The run of a system: the list of its retriever, or its lists as the engine or Hitrate fuses them. */
export function runOf(
  system: PlannedSystem,
  answers: readonly AnsweredList[],
  questions: readonly Query[],
  depth: number,
): ReadonlyMap<QueryId, Ranking> {
  const { searches, fusion } = system;
  return new Map(
    questions.map(({ id }) => {
      const rankings = searches.map((place) => answers[place]!.get(id)!.ranking);
      const ranking = fusion && !isJoined(system) ? fuse(rankings, fusion) : rankings[0]!;
      return [id, ranking.slice(0, depth)];
    }),
  );
}
