import { workerPort } from './adapters/rpc/client';
import { openDatabase } from './adapters/storage/schema';
import { createStorage } from './adapters/storage/storage';
import { exposeAutomation } from './automation';
import type { EncoderApi } from './contract/encoder';
import { HitrateError } from './contract/errors';
import type { ImporterApi, SourceFile } from './contract/importer';
import type { LexicalApi } from './contract/lexical';
import type { RerankerApi } from './contract/reranker';
import type { VectorsApi } from './contract/vectors';
import type { ModelCard } from './domain/spec/settings';
import { createWorkbench } from './engine/create-workbench';
import type { Ports } from './engine/ports';
import { mountApp } from './ui/mount';
import { registerServiceWorker } from './register-service-worker';

const MODELS = ['hitrate-embedding', 'hitrate-reranker'];
const SAMPLE_FILES = ['corpus.jsonl', 'queries.jsonl', 'qrels/test.tsv'];

const here = (path: string): string => new URL(path, document.baseURI).pathname;

async function fetchFile(path: string): Promise<Response> {
  const response = await fetch(here(path));
  if (!response.ok) throw new Error(`${path} could not be loaded (${response.status}). Reload the page.`);
  return response;
}

async function sample(): Promise<SourceFile[]> {
  const folder = 'samples/hitrate-sample/';
  return Promise.all(
    SAMPLE_FILES.map(async (path) => ({ path: `hitrate-sample/${path}`, file: await (await fetchFile(folder + path)).blob() })),
  );
}

async function exclusive<T>(task: () => Promise<T>): Promise<T> {
  // A held lock also keeps the browser from freezing this tab in the background. Without TLS there are no locks.
  if (!('locks' in navigator)) return task();
  return navigator.locks.request('hitrate-run', { ifAvailable: true }, (lock) => {
    if (lock) return task();
    throw new HitrateError('already-running', 'An evaluation is running, perhaps in another tab. Wait for it or cancel it there.');
  }) as Promise<T>;
}

async function createPorts(): Promise<Ports> {
  return {
    storage: createStorage(await openDatabase()),
    importer: workerPort<ImporterApi>('import', () => new Worker(new URL('../workers/importer.ts', import.meta.url), { type: 'module' })),
    lexical: workerPort<LexicalApi>('lexical search', () => new Worker(new URL('../workers/lexical.ts', import.meta.url), { type: 'module' })),
    vectors: workerPort<VectorsApi>('vector search', () => new Worker(new URL('../workers/vectors.ts', import.meta.url), { type: 'module' })),
    encoder: workerPort<EncoderApi>('embedding', () => new Worker(new URL('../workers/model.ts', import.meta.url), { type: 'module', name: 'encoder' })),
    reranker: workerPort<RerankerApi>('reranking', () => new Worker(new URL('../workers/model.ts', import.meta.url), { type: 'module', name: 'reranker' })),
    models: await Promise.all(MODELS.map(async (id) => (await (await fetchFile(`models/${id}/card.json`)).json()) as ModelCard)),
    modelFolder: here('models/'),
    versions: __VERSIONS__,
    isolated: crossOriginIsolated,
    sample,
    exclusive,
  };
}

const target = document.getElementById('app')!;
registerServiceWorker();
try {
  const workbench = createWorkbench(await createPorts());
  exposeAutomation(workbench);
  mountApp(target, workbench);
} catch (error) {
  target.textContent = error instanceof Error ? error.message : String(error);
}
