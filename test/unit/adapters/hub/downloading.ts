import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect } from 'vitest';
import type { DownloadStep } from '../../../../src/contract/models';
import type { Hub as HubClient, HubOptions as HubClientOptions } from '../../../../src/adapters/hub/hub';
import { listDownloads, listModels, readModelFile } from '../../../../src/adapters/model-store/store';
import { openModelDatabase, type LogEntry, type ModelDatabase } from '../../../../src/adapters/model-store/schema';
import { isRefused } from '../../../../src/domain/models/read-repository';
import { readingOf } from '../../../../src/domain/models/repository';
import { openHub, type Hub } from '../../../hub';
import { clientOf, contentOf, files, ID } from './repository';

/* A hub with the repository and an empty store, anew for each test of the file that imports this. */

export const WEIGHTS = 'onnx/model_quantized.onnx';
export const needed = ['config.json', WEIGHTS, 'tokenizer.json', 'tokenizer_config.json'];

export let db: ModelDatabase;
export let server: Hub;
export let log: LogEntry[];
export let steps: DownloadStep[];
let opened = 0;

beforeEach(async () => {
  db = await openModelDatabase(`download-${opened++}`);
  [log, steps] = [[], []];
  server = await openHub([{ id: ID, files }]);
});
afterEach(() => server.close());

export const client = (fetcher: typeof fetch = fetch, options: HubClientOptions = {}): HubClient =>
  clientOf({ host: server.url, fetch: fetcher, log: (entry) => log.push(entry), pauses: [1, 1], ...options });
export const context = (signal = new AbortController().signal) => ({
  signal,
  progress: (step: DownloadStep) => void steps.push(step),
});

export async function request(hub = client()) {
  const listing = await hub.look(ID, 'main', new AbortController().signal);
  if (isRefused(listing.offer)) throw new Error(JSON.stringify(listing.offer.problems));
  return { listing, choice: { name: 'Small', reading: readingOf(listing.offer), offer: listing.offer } };
}

export async function download(hub = client(), signal?: AbortSignal) {
  return hub.download(db, await request(hub), context(signal));
}

export const requestsFor = (origin: 'files' | 'hub') => server.requests.filter(({ from }) => from === origin);
const stored = async (path = WEIGHTS) => {
  const [model] = await listModels(db);
  const blob = await readModelFile(db, model!.id, path);
  return Buffer.from(await blob!.arrayBuffer());
};
export const isWhole = async (path = WEIGHTS) => (await stored(path)).equals(contentOf(path));
/** Neither a model, nor a download, nor a byte. */
export const nothingKept = async () => {
  expect(await listModels(db)).toEqual([]);
  expect((await listDownloads(db)).map(({ files }) => files.find(({ path }) => path === WEIGHTS)?.done)).toEqual([0]);
};
