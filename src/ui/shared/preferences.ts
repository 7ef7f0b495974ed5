/** Choices kept per browser. Where storage is refused (private windows, policies), nothing is remembered. */
export interface Preferences {
  read(key: string): unknown;
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
      localStorage.setItem(`hitrate.${key}`, JSON.stringify(value));
    } catch {
      // Not remembered: the choice holds until the page is closed.
    }
  },
};
