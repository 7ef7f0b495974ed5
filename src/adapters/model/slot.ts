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

/** Runs tasks one after the other, in the order in which they came; one that fails stops none that follows. */
export function oneAtATime() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(task: () => Promise<T>): Promise<T> => {
    const done = last.then(task, task);
    last = done.catch(() => undefined);
    return done;
  };
}
