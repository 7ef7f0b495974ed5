import { isAbort } from '../../contract/errors';
import type { Prompted, Replies, Reply } from './generation';
import type { Ports } from '../kernel/ports';

/** How a task of many prompts is followed and ended. */
export interface WritingContext<Progress> {
  /** Ends the task; what is written stays kept, and is not written again. */
  readonly signal: AbortSignal;
  /** Ends the writing alone: what is written by then is the result. */
  readonly stop: AbortSignal;
  readonly progress: (step: Progress) => void;
}

interface Asking<T> {
  readonly promptOf: (item: T) => Prompted;
  readonly add: (item: T, reply: Reply) => void;
  /** Called with what the model writes now; null before it is asked. */
  readonly tell: (writing: string | null) => void;
}

/**
 * Asks a model about one item after the other, until all have their reply or it is stopped, and ends its worker.
 *
 * @throws {DOMException} `AbortError` when the task is cancelled
 */
export async function askEach<T>(
  ports: Ports,
  replies: Replies,
  items: readonly T[],
  { promptOf, add, tell }: Asking<T>,
  { signal, stop }: Pick<WritingContext<unknown>, 'signal' | 'stop'>,
): Promise<void> {
  const either = AbortSignal.any([signal, stop]);
  tell(null);
  try {
    for (const item of items) {
      add(item, await replies.to(promptOf(item), either, tell));
      tell('');
      if (stop.aborted) break;
    }
  } catch (error) {
    // Stopped in the middle of an item: those before it are the result.
    if (!stop.aborted || signal.aborted || !isAbort(error)) throw error;
  } finally {
    ports.generator.release();
  }
}
