import { contentKey } from '../../base/hash';
import type { Query, QueryId } from '../../base/types';
import { isNothing } from '../../domain/handover/files';
import type { HandedPassage, HandedSystem, SearchedBy } from '../../domain/handover/target';
import { rank } from '../../domain/run/order';
import { CommandRefusal, type CommandStep, stepOf } from '../../ui/command-line/command-progress';
import type { EngineWork, KeptList } from '../kept-work';
import { type EngineClient, EngineStop } from './client';
import { batched, type StreamedCollection } from './collection';
import type { Preparation } from './prepare';
import type { EngineIndex } from './protocol';
import { engineNotices as notices, engineProblems as words, engineSteps as steps } from './texts';

/** What building and asking need alike. */
interface WorkContext {
  readonly client: EngineClient;
  readonly work: EngineWork;
  readonly signal: AbortSignal;
  readonly progress: (step: CommandStep) => void;
}

export interface BuildContext extends WorkContext {
  /** Passages in a request. */
  readonly batch: number;
  /** Whether an index of these passages is removed first. */
  readonly fresh: boolean;
  readonly say: (sentence: string) => void;
}

/**
 * Makes sure that an index is there and whole: begun, resumed where it was left, or found. Constant memory: a batch is
 * prepared while the one before is indexed, and nothing else is held.
 *
 * @returns passages in it
 * @throws {CommandRefusal} where the name is taken by what Hitrate did not create: nothing is written then
 */
export async function ensureIndex(
  index: EngineIndex,
  collection: StreamedCollection,
  preparation: Preparation,
  context: BuildContext,
): Promise<number> {
  const { client, work, fresh, say } = context;
  let state = await client.state(index);
  if (state.is === 'foreign' || (state.is === 'ours' && state.marker.key !== index.key))
    throw new CommandRefusal([words.foreign(index.name, client.engine)]);
  if (state.is === 'ours' && fresh) {
    await client.drop(index);
    say(notices.dropped(index.name));
    state = { is: 'absent' };
  }
  if (state.is === 'ours' && state.marker.passages !== null) {
    say(notices.reused(index.name, state.marker.passages));
    return state.marker.passages;
  }
  // What was asked of another index of this name is no answer of this one.
  work.forgetLists();
  if (state.is === 'absent') {
    work.indexed = 0;
    await client.create(index);
    say(notices.created(index.name));
  } else say(notices.resumed(index.name, work.indexed));
  const passages = await addAll(index, collection, preparation, context);
  context.progress(stepOf(steps.settling));
  const there = await client.settle(index);
  if (there !== passages) throw new EngineStop(words.repeatedIds(passages, there));
  await client.complete(index, passages);
  return passages;
}

async function addAll(
  index: EngineIndex,
  collection: StreamedCollection,
  preparation: Preparation,
  { client, work, batch, signal, progress }: BuildContext,
): Promise<number> {
  let share: number | null = null;
  const passages = collection.passages((read, total) => (share = total > 0 ? Math.min(1, read / total) : null));
  const done = work.indexed;
  let at = 0;
  let adding: Promise<void> = Promise.resolve();
  const add = async (rows: readonly HandedPassage[]): Promise<void> => {
    await client.add(index, rows);
    work.indexed = rows.at(-1)!.position + 1;
    progress(stepOf(steps.indexing(work.indexed, share), 'indexing'));
  };
  for await (const docs of batched(passages, batch)) {
    signal.throwIfAborted();
    const from = at;
    at += docs.length;
    const left = docs.slice(Math.max(0, done - from));
    if (left.length === 0) continue;
    const [rows] = await Promise.all([preparation.rows(left, at - left.length), adding]);
    adding = add(rows);
    // Reported where it is awaited.
    adding.catch(() => undefined);
  }
  await adding;
  if (at < done) throw new EngineStop(words.changed(at, done));
  return at;
}

export interface AskContext extends WorkContext {
  /** Questions in a request. */
  readonly batch: number;
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
