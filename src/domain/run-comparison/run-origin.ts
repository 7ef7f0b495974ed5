import * as v from 'valibot';
import { canonicalJson } from '../../base/hash';
import type { Json } from '../../base/types';
import { groupBy } from '../../base/containers';
import { sharedSystems } from './comparability';
import type { ExperimentSpec } from '../experiment/experiment';

export interface JsonChange {
  readonly path: readonly string[];
  readonly before?: Json;
  readonly after?: Json;
}

/** Smallest first. Items that have an `id` are matched by it, others by position; plain lists count as one value. */
export function jsonChanges(
  before: Json | undefined,
  after: Json | undefined,
  path: readonly string[] = [],
): JsonChange[] {
  if (before === undefined || after === undefined) {
    if (before === after) return [];
    return [{ path, ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) }];
  }
  const [first, second] = [partsOf(before, after), partsOf(after, before)];
  if (first && second && first.kind === second.kind) {
    const keys = new Set([...first.parts.keys(), ...second.parts.keys()]);
    return [...keys].flatMap((key) => jsonChanges(first.parts.get(key), second.parts.get(key), [...path, key]));
  }
  return canonicalJson(before) === canonicalJson(after) ? [] : [{ path, before, after }];
}

function partsOf(
  value: Json,
  other: Json,
): { readonly kind: 'fields' | 'by-id' | 'by-position'; readonly parts: ReadonlyMap<string, Json> } | null {
  if (isJsonList(value)) {
    if (value.length === 0 && isJsonList(other) && other.length > 0) {
      const same = partsOf(other, value);
      return same && { kind: same.kind, parts: new Map() };
    }
    if (value.length === 0 || !value.every(isJsonObject)) return null;
    const ids = value.map(({ id }) => id);
    const areIds = ids.every((id): id is string => typeof id === 'string') && new Set(ids).size === ids.length;
    return {
      kind: areIds ? 'by-id' : 'by-position',
      parts: new Map(value.map((item, i) => [areIds ? ids[i]! : String(i + 1), item])),
    };
  }
  return isJsonObject(value) ? { kind: 'fields', parts: new Map(Object.entries(value)) } : null;
}

const isJsonList = (value: Json): value is readonly Json[] => Array.isArray(value);

const isJsonObject = (value: Json): value is { readonly [key: string]: Json } =>
  value !== null && typeof value === 'object' && !isJsonList(value);

export interface SettingChange {
  readonly systems: readonly string[];
  readonly setting: readonly string[];
  readonly before?: Json;
  readonly after?: Json;
}

export function settingChanges(before: ExperimentSpec, after: ExperimentSpec): SettingChange[] {
  const names = new Map(sharedSystems(before.systems, after.systems).map((pair) => [pair.before, pair.after]));
  const systems = before.systems.map((system) => ({ ...system, id: names.get(system.id) ?? system.id }));
  const changes = jsonChanges(asJson({ ...before, systems }), asJson(after)).map(ofSystems);
  const alike = groupBy(changes, ({ setting, before: former, after: now }) =>
    canonicalJson([setting, former ?? null, now ?? null, former === undefined, now === undefined]),
  );
  return [...alike.values()].map((group) => ({
    ...group[0]!,
    systems: [...new Set(group.flatMap(({ systems }) => systems))],
  }));
}

function ofSystems({ path, ...change }: JsonChange): SettingChange {
  const [list, system, ...rest] = path;
  if (list !== 'systems' || system === undefined) return { systems: [], setting: path, ...change };
  if (rest.length === 0)
    return { systems: [system], setting: [], ...('before' in change ? { before: true } : { after: true }) };
  const setting = rest.filter((key, i) => key !== 'retrievers' && rest[i - 1] !== 'retrievers');
  return { systems: [system], setting: setting.length > 0 ? setting : ['retriever'], ...change };
}

const asJson = (spec: ExperimentSpec): Json => JSON.parse(JSON.stringify(spec)) as Json;

const json = v.custom<Json>((value) => value !== undefined);

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

const Manifest = v.object({
  versions: v.optional(v.custom<Readonly<Record<string, Json>>>(isObject), {}),
  collection: v.optional(v.object({ corpusHash: v.optional(v.string()), metadataHash: v.optional(v.string()) }), {}),
  passages: v.optional(v.array(v.object({ chunker: json, hash: v.string() })), []),
  models: v.optional(v.array(v.object({ id: v.string(), revision: v.string() })), []),
  devices: v.optional(v.record(v.string(), v.object({ device: v.string(), threads: v.number() })), {}),
  crossOriginIsolated: v.optional(v.boolean()),
});

interface RunOrigin {
  readonly experiment: ExperimentSpec;
  readonly manifest: Json;
}

export function originChanges(before: RunOrigin, after: RunOrigin) {
  const [first, second] = [read(before.manifest), read(after.manifest)];
  const [corpus, corpusNow] = [first.collection.corpusHash, second.collection.corpusHash];
  const hashes = new Map(first.passages.map(({ chunker, hash }) => [JSON.stringify(chunker), hash]));
  const documentsChanged = corpus === undefined || corpusNow === undefined ? null : corpus !== corpusNow;
  return {
    settings: settingChanges(before.experiment, after.experiment),
    documentsChanged,
    metadataChanged: first.collection.metadataHash !== second.collection.metadataHash,
    rechunked: second.passages
      .filter(({ chunker, hash }) => (hashes.get(JSON.stringify(chunker)) ?? hash) !== hash)
      .map(({ chunker }) => chunker),
    models: jsonChanges(first.models, second.models),
    devices: jsonChanges(sharedOf(first.devices, second.devices), sharedOf(second.devices, first.devices)),
    versions: jsonChanges(first.versions, second.versions),
  };
}

function read(manifest: Json): v.InferOutput<typeof Manifest> {
  const parsed = v.safeParse(Manifest, manifest);
  return parsed.success ? parsed.output : v.parse(Manifest, {});
}

const sharedOf = <T>(own: Readonly<Record<string, T>>, others: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(own).filter(([name]) => Object.hasOwn(others, name)));
