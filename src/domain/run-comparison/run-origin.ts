import * as v from 'valibot';
import type { Json } from '../../base/types';
import type { ExperimentSpec } from '../experiment/experiment';
import { type JsonChange, jsonChanges, type SettingChange, settingChanges } from './setting-changes';

const json = v.custom<Json>((value) => value !== undefined);

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a manifest says of where figures come from. Manifests of earlier versions lack fields. */
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

/** What two runs were made with that is not the same. */
export interface OriginChanges {
  readonly settings: readonly SettingChange[];
  /** Null where a run does not say. */
  readonly documentsChanged: boolean | null;
  readonly metadataChanged: boolean;
  /** Chunkers that cut the documents otherwise than before; those of one run alone are in the settings. */
  readonly rechunked: readonly Json[];
  readonly models: readonly JsonChange[];
  /** Of models that both runs loaded: one that came from the cache has none. */
  readonly devices: readonly JsonChange[];
  readonly versions: readonly JsonChange[];
}

export function originChanges(before: RunOrigin, after: RunOrigin): OriginChanges {
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

type ReadManifest = v.InferOutput<typeof Manifest>;

function read(manifest: Json): ReadManifest {
  const parsed = v.safeParse(Manifest, manifest);
  return parsed.success ? parsed.output : v.parse(Manifest, {});
}

const sharedOf = <T>(own: Readonly<Record<string, T>>, others: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(own).filter(([name]) => Object.hasOwn(others, name)));
