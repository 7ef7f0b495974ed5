import { contentKey } from '../../base/hash';
import { fuse } from '../../domain/fusion/fuse';
import { rank } from '../../domain/run/order';
import type { Query, QueryId, Ranking } from '../../base/types';
import { type CommandStep, stepOf } from '../../ui/command-line/command-progress';
import type { EngineClient } from './engine-client';
import type { EngineWork, KeptList } from './engine-work';
import { askedAlone, type EnginePlan, type PlannedSystem } from './plan';
import { isNothing } from './searched-value';
import { engineSteps as steps } from './texts';
import type { EngineIndex, JoinedPlan, ListPlan, SearchedValue } from './types';

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

export interface EngineAnswers {
  /** By place of a list; those that only joined searches read have none. */
  readonly lists: ReadonlyMap<number, AnsweredList>;
  /** By place of a joined search. */
  readonly joined: readonly AnsweredList[];
}

/** @param values by field, of each question */
export async function askAll(
  index: EngineIndex,
  plan: EnginePlan,
  questions: readonly Query[],
  values: readonly (readonly SearchedValue[])[],
  context: AskContext,
): Promise<EngineAnswers> {
  const { client } = context;
  const alone = [...askedAlone(plan)].sort((a, b) => a - b);
  await client.prepare(index, plan.lists, plan.joined);
  const searches: Search[] = [
    ...alone.map((place) => listSearch(client, index, plan.lists[place]!, values)),
    ...plan.joined.map((joined) => joinedSearch(client, index, joined, values)),
  ];
  const answered: AnsweredList[] = [];
  for (const [i, search] of searches.entries())
    answered.push(await askOne(search, questions, context, [i, searches.length]));
  return {
    lists: new Map(alone.map((place, i) => [place, answered[i]!])),
    joined: answered.slice(alone.length),
  };
}

/** What is asked of an engine for each question: one list, or several that it joins. */
interface Search {
  /** Of what is asked and of what. */
  readonly key: object;
  /** Whether a question has something to be searched by, by its place. */
  readonly isAsked: (question: number) => boolean;
  readonly ask: (questions: readonly number[]) => Promise<readonly Ranking[]>;
}

function listSearch(
  client: EngineClient,
  index: EngineIndex,
  list: ListPlan,
  values: readonly (readonly SearchedValue[])[],
): Search {
  const asked = values[list.field]!;
  return {
    key: { index: index.key, list },
    isAsked: (question) => !isNothing(asked[question]!),
    ask: (questions) =>
      client.ask(
        index,
        list,
        questions.map((question) => asked[question]!),
      ),
  };
}

function joinedSearch(
  client: EngineClient,
  index: EngineIndex,
  joined: JoinedPlan,
  values: readonly (readonly SearchedValue[])[],
): Search {
  const asked = joined.lists.map(({ field }) => values[field]!);
  return {
    key: { index: index.key, joined },
    isAsked: (question) => asked.some((ofList) => !isNothing(ofList[question]!)),
    ask: (questions) =>
      client.askJoined(
        index,
        joined,
        questions.map((question) => asked.map((ofList) => ofList[question]!)),
      ),
  };
}

async function askOne(
  { key: asked, isAsked, ask }: Search,
  questions: readonly Query[],
  { work, batch, signal, progress }: AskContext,
  [place, of]: readonly [number, number],
): Promise<AnsweredList> {
  const key = contentKey({ ...asked, questions: questions.map(({ id, text }) => [id, text]) }).slice(0, 32);
  const known = work.lists(key);
  const left = [...questions.keys()].filter((i) => !known.has(questions[i]!.id));
  for (let at = 0; at < left.length; at += batch) {
    signal.throwIfAborted();
    const some = left.slice(at, at + batch);
    // Nothing is there to be found for the others, and an engine would refuse to look for it.
    const sought = some.filter(isAsked);
    const began = performance.now();
    const rankings = sought.length === 0 ? [] : await ask(sought);
    const milliseconds = (performance.now() - began) / Math.max(1, sought.length);
    const found = new Map(sought.map((question, i) => [question, rankings[i]!]));
    const kept = some.map((question) => ({
      query: questions[question]!.id,
      milliseconds,
      // In the order of trec_eval, by the scores that the engine gave.
      ranking: rank(found.get(question) ?? []),
    }));
    work.addLists(key, kept);
    for (const each of kept) known.set(each.query, each);
    progress(stepOf(steps.asking(place * questions.length + known.size, of * questions.length), 'asking'));
  }
  return known;
}

/** The run of a system: the list of its retriever, or its lists as the engine or Hitrate fuses them. */
export function runOf(
  { lists, fusion, joined }: PlannedSystem,
  answers: EngineAnswers,
  questions: readonly Query[],
  depth: number,
): ReadonlyMap<QueryId, Ranking> {
  return new Map(
    questions.map(({ id }) => {
      const of = (answered: AnsweredList): Ranking => answered.get(id)!.ranking;
      if (joined !== null) return [id, of(answers.joined[joined]!).slice(0, depth)];
      const rankings = lists.map((place) => of(answers.lists.get(place)!));
      const ranking = fusion ? fuse(rankings, fusion) : rankings[0]!;
      return [id, ranking.slice(0, depth)];
    }),
  );
}
