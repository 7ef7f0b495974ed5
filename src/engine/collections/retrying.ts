import { HitrateError } from '../../contract/errors';

/** How often another tab may write in between before that is a failure. */
const ATTEMPTS = 5;

/** Does a task anew where another tab has changed what it read: it reads again, and so builds on what is there then. */
export async function retrying<T>(task: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await task();
    } catch (error) {
      const isLate = error instanceof HitrateError && error.code === 'changed-elsewhere';
      if (!isLate || attempt === ATTEMPTS) throw error;
    }
  }
}
