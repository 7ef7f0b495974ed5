/** A host from which nothing has come for too long: to who waits, a line that was cut. */
export class Stalled extends TypeError {
  constructor(readonly milliseconds: number) {
    super(`Nothing has come for ${milliseconds / 1000} seconds.`);
  }
}

/**
 * What is waited for, where it comes in time.
 *
 * @param end ends what was waited for
 * @throws {Stalled}
 */
export async function inTime<T>(waited: Promise<T>, milliseconds: number, end: (why: Stalled) => void): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const why = new Stalled(milliseconds);
      reject(why);
      end(why);
    }, milliseconds);
  });
  try {
    return await Promise.race([waited, late]);
  } finally {
    clearTimeout(timer!);
  }
}
