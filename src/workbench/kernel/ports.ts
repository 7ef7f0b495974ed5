import type { SourceFile, WorkerPort, WorkerPorts } from '../../contract/workers';
import type { StoragePort, CollectionRecord } from '../../contract/storage';
import type { ModelsPort } from '../../contract/models';
import { HitrateError } from '../../contract/errors';
import type { ModelRequest } from '../../contract/model-workers';
import type { ModelConfiguration } from '../../domain/models/configuration';
import type { Graphics } from '../../domain/models/repository';
import type { DenseSpec } from '../../domain/retrieval/retriever-spec';

export interface Ports extends Omit<WorkerPorts, 'documents'> {
  readonly storage: StoragePort;
  /** Another worker at each call: it keeps what it read, and ends with its task. */
  readonly documents: () => WorkerPorts['documents'];
  readonly models: ModelsPort;
  machine(): Promise<{ readonly name: string; readonly gpu: boolean; readonly graphics: Graphics }>;
  sample(): Promise<SourceFile[]>;
  sampleResult(): Promise<string>;
  documentsSample(): Promise<SourceFile[]>;
  readonly modelFolder: string;
  isKept(path: string): Promise<boolean>;
  readonly versions: Readonly<Record<string, string>>;
  readonly isolated: boolean;
  exclusive<T>(task: () => Promise<T>): Promise<T>;
  /** Whether a tab runs one; false where that cannot be known. */
  underWay(): Promise<boolean>;
}

export const loaderOf =
  (ports: Ports) =>
  <Args extends unknown[], Reply>(load: () => Promise<(ports: Ports, ...args: Args) => Promise<Reply>>) =>
  async (...args: Args): Promise<Reply> =>
    (await load())(ports, ...args);

export async function keptOr<T>({ storage }: Ports, collection: string, key: string, compute: () => Promise<T>) {
  const known = (await storage.artifacts.get(collection, key)) as T | null;
  if (known) return known;
  const computed = await compute();
  await storage.artifacts.put(collection, key, computed);
  return computed;
}

export async function withWorker<Api extends object, T>(
  port: WorkerPort<Api>,
  signal: AbortSignal | undefined,
  task: (worker: Api) => Promise<T>,
): Promise<T> {
  try {
    return await task(port.with(signal));
  } finally {
    port.release();
  }
}

export async function requireCollection({ storage }: Ports, id: string): Promise<CollectionRecord> {
  const record = await storage.collections.get(id);
  if (!record) throw new HitrateError('collection-missing', null);
  return record;
}

export type NamedModel = Pick<DenseSpec, 'model' | 'revision' | 'device' | 'maxTokens' | 'pooling' | 'normalise'>;

/** @throws {HitrateError} `model-absent`, or `model-changed` where it is another than the spec means */
export async function modelRequest(ports: Ports, named: NamedModel): Promise<ModelRequest> {
  const { model, revision, device, maxTokens } = named;
  const card = (await ports.models.cards()).find(({ id }) => id === model);
  if (!card) throw new HitrateError('model-absent', { model });
  if (card.revision !== revision) throw new HitrateError('model-changed', { model });
  const request = { folder: ports.modelFolder, model, revision, device, maxTokens };
  return card.reading ? { ...request, reading: readAs(card.reading, named) } : request;
}

export const tokenizerRequest = (ports: Ports, named: Pick<NamedModel, 'model' | 'revision' | 'maxTokens'>) =>
  modelRequest(ports, { ...named, device: ports.isolated ? 'wasm' : 'wasm-single' });

function readAs(reading: ModelConfiguration, { pooling, normalise }: NamedModel): ModelConfiguration {
  if (reading.task !== 'embedding') return reading;
  return { ...reading, pooling: pooling ?? reading.pooling, normalise: normalise ?? reading.normalise };
}
