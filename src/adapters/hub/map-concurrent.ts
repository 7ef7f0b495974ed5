/** Does a task for every item, a few at a time; begins no more after a failure. @returns results in the items' order */
export async function mapConcurrent<T, R>(
  most: number,
  items: readonly T[],
  task: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const rest = items.entries();
  let hasFailed = false;
  const work = async (): Promise<void> => {
    for (const [i, item] of rest) {
      if (hasFailed) return;
      results[i] = await task(item);
    }
  };
  try {
    await Promise.all(Array.from({ length: most }, work));
  } finally {
    hasFailed = true;
  }
  return results;
}
