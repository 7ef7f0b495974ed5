/** Choices kept per browser. Where storage is refused (private windows, policies), nothing is remembered. */
export interface Preferences {
  read(key: string): unknown;
  /** @param value null to forget it: nothing is left of it */
  write(key: string, value: unknown): void;
}

export const browserPreferences: Preferences = {
  read(key) {
    try {
      return JSON.parse(localStorage.getItem(`hitrate.${key}`) ?? 'null');
    } catch {
      return null;
    }
  },
  write(key, value) {
    try {
      if (value === null) localStorage.removeItem(`hitrate.${key}`);
      else localStorage.setItem(`hitrate.${key}`, JSON.stringify(value));
    } catch {
      // Not remembered: the choice holds until the page is closed.
    }
  },
};

/** What is kept under a name, by key; nothing where something else was found. */
export function keptRecord<Value = unknown>(preferences: Preferences, name: string): Readonly<Record<string, Value>> {
  const kept = preferences.read(name);
  return typeof kept === 'object' && kept !== null ? (kept as Record<string, Value>) : {};
}
