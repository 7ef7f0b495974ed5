/** Keeps what was loaded last, and forgets a load that failed so that it can be tried again. */
export function slot<Input, Loaded>(keyOf: (input: Input) => string, load: (input: Input) => Promise<Loaded>) {
  let held: { readonly key: string; readonly loaded: Promise<Loaded> } | null = null;
  return (input: Input): Promise<Loaded> => {
    const key = keyOf(input);
    if (held?.key === key) return held.loaded;
    const loaded = load(input);
    held = { key, loaded };
    loaded.catch(() => {
      if (held?.loaded === loaded) held = null;
    });
    return loaded;
  };
}

/** @param ends which failures are final: all tasks that follow fail so, and are not begun */
export function oneAtATime(ends: (reason: unknown) => boolean = () => false) {
  let last: Promise<unknown> = Promise.resolve();
  let ended: { readonly reason: unknown } | null = null;
  return <T>(task: () => Promise<T>): Promise<T> => {
    const begin = async (): Promise<T> => {
      if (ended) throw ended.reason;
      try {
        return await task();
      } catch (reason) {
        if (ends(reason)) ended = { reason };
        throw reason;
      }
    };
    const done = last.then(begin);
    last = done.catch(() => undefined);
    return done;
  };
}

/** Runs tasks in the order in which they came: those of one key side by side, as many as `most`; one without a key alone. */
export function sideBySide(most: number) {
  const waiting: { readonly key: string | null; start(): void }[] = [];
  let [running, current]: [number, string | null] = [0, null];

  function startNext(): void {
    const [next] = waiting;
    if (!next || (running > 0 && (next.key === null || next.key !== current || running === most))) return;
    waiting.shift();
    running++;
    current = next.key;
    next.start();
    startNext();
  }

  return <T>(key: string | null, task: () => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const end = (): void => {
        running--;
        startNext();
      };
      waiting.push({ key, start: () => void task().then(resolve, reject).finally(end) });
      startNext();
    });
}
