import type { RunHeader } from '../../contract/storage';
import type { CollectionSettings } from '../../contract/workspace';
import type { Json } from '../../base/types';
import { ROLES_SETTING } from '../../domain/dataset/roles/role';
import type { Preferences } from '../shared/preferences';

/** Earlier versions kept chunkings apart. */
const BY_COLLECTION = ['margins', 'collection-settings', 'chunkings', 'system-colours'] as const;
const LEFT_OUT = 'runs-left-out';

const objectOf = (value: unknown): Readonly<Record<string, Json>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, Json>) : {};

const listOf = (value: unknown): readonly Json[] => (Array.isArray(value) ? (value as Json[]) : []);

export function settingsOf(
  preferences: Preferences,
  collection: string,
  runs: readonly Pick<RunHeader, 'hash'>[],
): CollectionSettings {
  const own = BY_COLLECTION.flatMap((name): [string, Json][] => {
    const value = objectOf(preferences.read(name))[collection];
    return value === undefined ? [] : [[name, value]];
  });
  const hashes = new Set(runs.map(({ hash }) => hash));
  const leftOut = listOf(preferences.read(LEFT_OUT)).filter((hash) => typeof hash === 'string' && hashes.has(hash));
  const roles = objectOf(preferences.read(ROLES_SETTING));
  if (Object.keys(roles).length > 0) own.push([ROLES_SETTING, roles]);
  return Object.fromEntries([...own, ...(leftOut.length > 0 ? [[LEFT_OUT, leftOut] as const] : [])]);
}

export function putSettings(preferences: Preferences, collection: string, settings: CollectionSettings): void {
  for (const name of BY_COLLECTION)
    if (Object.hasOwn(settings, name))
      preferences.write(name, { ...objectOf(preferences.read(name)), [collection]: settings[name] });
  const roles = objectOf(settings[ROLES_SETTING]);
  // What a person said here stays.
  if (Object.keys(roles).length > 0)
    preferences.write(ROLES_SETTING, { ...roles, ...objectOf(preferences.read(ROLES_SETTING)) });
  const leftOut = listOf(settings[LEFT_OUT]);
  if (leftOut.length > 0)
    preferences.write(LEFT_OUT, [...new Set([...listOf(preferences.read(LEFT_OUT)), ...leftOut])]);
}
