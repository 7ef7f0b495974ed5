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
