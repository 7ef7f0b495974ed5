import type { Preferences } from '../../../src/ui/shared/preferences';

/** Remembers nothing. */
export const noPreferences: Preferences = { read: () => null, write: () => undefined };
