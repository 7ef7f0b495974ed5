import { CommandRefusal, type CommandStep, stepOf } from '../../ui/command-line/command-progress';
import { batched, type StreamedCollection } from './collection';
import type { HandedPassage } from '../../domain/handover/target';
import { type EngineClient, EngineStop } from './client';
import type { EngineWork } from './engine-work';
import type { Preparation } from './prepare';
import { engineNotices as notices, engineProblems as words, engineSteps as steps } from './texts';
import type { EngineIndex } from './types';

export interface BuildContext {
  readonly client: EngineClient;
  readonly work: EngineWork;
  /** Passages in a request. */
  readonly batch: number;
  /** Whether an index of these passages is removed first. */
  readonly fresh: boolean;
  readonly signal: AbortSignal;
  readonly progress: (step: CommandStep) => void;
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
