import type { Query, QueryId, Ranking } from '../../base/types';
import { batchesOf, isNothing } from '../../domain/handover/files';
import type { HandedPassage, HandedSystem, SearchedBy, EngineIndex } from '../../domain/handover/target';
import { rank } from '../../domain/run/order';
import { CommandRefusal, type CommandStep, stepOf } from '../../ui/command-line/command-progress';
import type { EngineWork } from '../kept-work';
import { type EngineClient, EngineStop } from './client';
import type { StreamedCollection } from './collection';
import type { Preparation } from './prepare';
import { engineNotices as notices, engineProblems as words, engineSteps as steps } from './texts';

interface WorkContext {
  readonly client: EngineClient;
  readonly signal: AbortSignal;
  readonly progress: (step: CommandStep) => void;
  /** Passages or questions in a request. */
  readonly batch: number;
}

export interface BuildContext extends WorkContext {
  readonly work: EngineWork;
  readonly fresh: boolean;
  readonly say: (sentence: string) => void;
}

/**
 * Begins, resumes or finds a whole index. A batch is prepared while the one before is indexed: constant memory.
 * @returns passages in it @throws {CommandRefusal}, with nothing written, where something else has the name
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
    await client.all(client.protocol.drop(index));
    say(notices.dropped(index.name));
    state = { is: 'absent' };
  }
  if (state.is === 'ours' && state.marker.passages !== null) {
    say(notices.reused(index.name, state.marker.passages));
    return state.marker.passages;
  }
  if (state.is === 'absent') {
    work.indexed = 0;
    await client.create(index);
    say(notices.created(index.name));
  } else say(notices.resumed(index.name, work.indexed));
  const passages = await addAll(index, collection, preparation, context);
  context.progress(stepOf(steps.settling));
  const there = await client.settle(index);
  if (there !== passages) throw new EngineStop(words.repeatedIds(passages, there));
  await client.all(client.protocol.complete(index, passages));
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
  for await (const docs of batchesOf(passages, batch)) {
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

/** The answers of an engine to one search, by question, in the order of trec_eval by the scores that the engine gave. */
export type AnsweredList = ReadonlyMap<QueryId, { readonly ranking: Ranking; readonly milliseconds: number }>;

/** @param values by place of a retriever in the index, of each question @returns by search */
export async function askAll(
  searches: readonly HandedSystem[],
  questions: readonly Query[],
  values: readonly (readonly SearchedBy[])[],
  { client, batch, signal, progress }: WorkContext,
): Promise<AnsweredList[]> {
  const answered: AnsweredList[] = [];
  for (const search of searches) {
    await client.all(client.protocol.prepare?.(search) ?? []);
    const list = new Map<QueryId, { ranking: Ranking; milliseconds: number }>();
    for (let at = 0; at < questions.length; at += batch) {
      signal.throwIfAborted();
      const some = questions.slice(at, at + batch).map(({ id }, i) => ({
        id,
        searched: search.places!.map((place) => values[place]![at + i]!),
      }));
      // Nothing is there to be found for the others, and an engine would refuse to look for it.
      const sought = some.filter(({ searched }) => searched.some((each) => !isNothing(each)));
      const began = performance.now();
      const rankings = sought.length === 0 ? [] : await client.ask(search, sought);
      const milliseconds = (performance.now() - began) / Math.max(1, sought.length);
      for (const { id } of some) list.set(id, { ranking: [], milliseconds });
      sought.forEach(({ id }, i) => list.set(id, { ranking: rank(rankings[i]!), milliseconds }));
      const done = answered.length * questions.length + list.size;
      progress(stepOf(steps.asking(done, searches.length * questions.length), 'asking'));
    }
    answered.push(list);
  }
  return answered;
}
