import { SourceFailure, type ProblemLog } from '../problem';

/**
 * Reads one file of a collection. If its bytes cannot be read, that is reported and the other files are read still, so
 * that a person learns of all that is wrong at once.
 *
 * @throws whatever `read` throws that is not about the file
 */
export async function guarded(log: ProblemLog, onLost: () => void, read: () => Promise<void>): Promise<void> {
  try {
    await read();
  } catch (error) {
    if (!(error instanceof SourceFailure)) throw error;
    log.add(error.problem);
    onLost();
  }
}
