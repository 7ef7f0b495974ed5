import type { Remark } from '../../contract/result';
import type { ModelRequest } from '../../contract/model-workers';
import { HitrateError } from '../../contract/errors';
import { exhausted, type ModelFailure, failureOf } from './failures';

/** How many items a device takes at once: learned from what it did not take, and kept for what follows. */
export interface Room {
  batchSize: number;
}

export interface Attempt<T, R> {
  readonly request: Pick<ModelRequest, 'model' | 'device'>;
  readonly items: readonly T[];
  /** In words, as `texts`. */
  readonly unit: string;
  readonly room: Room;
  /** How many items from a place on are run at once at most, where they are not alike; as many as there is room for where absent. */
  readonly fits?: (items: readonly T[], at: number) => number;
  run(items: readonly T[]): Promise<R>;
  /** Runs each batch in its turn, where others use the network between them. */
  readonly inTurn?: <Done>(task: () => Promise<Done>) => Promise<Done>;
  /** Gives up what failed, so that the next run begins with memory of its own. */
  renew(): void;
}

/**
 * Runs items in their order, as many at once as there is room for. Where memory runs out or a GPU is lost, half as many
 * are run at once, on a device that was started anew, now and in all that follows; one alone is tried twice.
 *
 * @throws {HitrateError} `out-of-memory` or `device-unavailable` where one alone fails; all other errors as they are
 */
export async function halving<T, R>(attempt: Attempt<T, R>) {
  const { request, items, unit, room, fits, run, renew, inTurn = (task) => task() } = attempt;
  const results: R[] = [];
  const remarks: Remark[] = [];
  let failedAlone = 0;
  for (let at = 0; at < items.length;) {
    const batch = items.slice(at, at + Math.min(room.batchSize, fits?.(items, at) ?? Infinity));
    await inTurn(async () => {
      try {
        results.push(await run(batch));
        at += batch.length;
        failedAlone = 0;
      } catch (error) {
        // A model that could not be loaded says so itself.
        const failure: ModelFailure = error instanceof HitrateError ? 'other' : failureOf(error);
        if (failure === 'other') throw error;
        renew();
        if (batch.length === 1 && ++failedAlone === 2) throw exhausted(request, error);
        room.batchSize = Math.max(1, Math.floor(batch.length / 2));
        const data = { failure, unit, before: batch.length, after: room.batchSize };
        remarks.push({ code: 'went-on', data });
      }
    });
  }
  return { results, remarks };
}
