import {
  beside,
  bundledDocuments,
  bundledModels,
  bundledNotices,
  bundledSample,
  bundledSampleResult,
  isKept,
  exclusive,
  underWay,
  isReplaced,
  machine,
  registerServiceWorker,
} from './adapters/browser/browser';
import { createModelsPort } from './adapters/model-store/port';
import { openModelDatabase } from './adapters/model-store/schema';
import { createPrivacyPort } from './adapters/privacy/port';
import { workerPort } from './adapters/rpc/client';
import { openDatabase } from './adapters/storage/schema';
import { createStorage } from './adapters/storage/storage';
import type { Automation } from './ui/command-line/automation';
import { createWorkbench } from './workbench/workbench';
import type { ExpectedProblem } from './contract/errors';
import type { WorkerApis, WorkerPorts } from './contract/workers';
import type { Ports } from './workbench/kernel/ports';
import { saidOf } from './ui/shared/failure';
import { showMessage } from './ui/shared/message';
import { site } from './ui/shared/site.svelte';
import { mountApp } from './ui/app/mount';

// Vite finds workers by this literal form, so each address is written out.
const spawn: Readonly<Record<keyof WorkerApis, () => Worker>> = {
  importer: () => new Worker(new URL('../workers/importer.ts', import.meta.url), { type: 'module' }),
  documents: () => new Worker(new URL('../workers/documents.ts', import.meta.url), { type: 'module' }),
  questions: () => new Worker(new URL('../workers/questions.ts', import.meta.url), { type: 'module' }),
  lexical: () => new Worker(new URL('../workers/lexical.ts', import.meta.url), { type: 'module' }),
  vectors: () => new Worker(new URL('../workers/vectors.ts', import.meta.url), { type: 'module' }),
  learner: () => new Worker(new URL('../workers/learner.ts', import.meta.url), { type: 'module' }),
  statistics: () => new Worker(new URL('../workers/statistics.ts', import.meta.url), { type: 'module' }),
  lab: () => new Worker(new URL('../workers/lab.ts', import.meta.url), { type: 'module' }),
  encoder: () => new Worker(new URL('../workers/model.ts', import.meta.url), { type: 'module', name: 'encoder' }),
  reranker: () => new Worker(new URL('../workers/model.ts', import.meta.url), { type: 'module', name: 'reranker' }),
  generator: () => new Worker(new URL('../workers/model.ts', import.meta.url), { type: 'module', name: 'generator' }),
  modelFiles: () => new Worker(new URL('../workers/models.ts', import.meta.url), { type: 'module' }),
  workspaces: () => new Worker(new URL('../workers/workspaces.ts', import.meta.url), { type: 'module' }),
};

/** What each worker is called where it fails. */
const NAMES: Readonly<Record<keyof WorkerApis, string>> = {
  importer: 'import',
  documents: 'documents',
  questions: 'questions',
  lexical: 'lexical search',
  vectors: 'vector search',
  learner: 'learning',
  statistics: 'statistics',
  lab: 'fusion lab',
  encoder: 'embedding',
  reranker: 'reranking',
  generator: 'text generation',
  modelFiles: 'model import',
  workspaces: 'workspace',
};

function workerPorts(): WorkerPorts {
  const names = Object.keys(spawn) as (keyof WorkerApis)[];
  return Object.fromEntries(
    names.map((name) => [name, workerPort(NAMES[name], spawn[name])]),
  ) as unknown as WorkerPorts;
}

/** @param onBlocked called with the problem where another tab keeps a database at an older version */
async function createPorts(onBlocked: (problem: ExpectedProblem) => void): Promise<Ports> {
  return {
    storage: createStorage(await openDatabase(undefined, onBlocked), navigator.storage),
    ...workerPorts(),
    documents: () => workerPort(NAMES.documents, spawn.documents),
    models: createModelsPort(await bundledModels(), () => openModelDatabase(undefined, onBlocked)),
    machine: once(machine),
    modelFolder: beside('models/'),
    isKept,
    sample: bundledSample,
    sampleResult: bundledSampleResult,
    documentsSample: bundledDocuments,
    versions: __VERSIONS__,
    isolated: crossOriginIsolated,
    exclusive,
    underWay,
  };
}

function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let known: Promise<T> | null = null;
  return () => (known ??= ask());
}

const target = document.getElementById('app')!;

let isOpening = true;

async function showBlocked(problem: ExpectedProblem): Promise<void> {
  const { messageOf } = await import('./ui/shared/messages/message-of');
  if (isOpening) showMessage(target, messageOf(problem));
}

// Before the app: it observes the requests of the page.
const privacy = createPrivacyPort();
site.isReplaced = isReplaced;
// What nobody shows, as a part of a state that is imported.
addEventListener('unhandledrejection', ({ reason }) => void saidOf(reason));
registerServiceWorker((file) => site.wrongFile(file));
try {
  const workbench = createWorkbench(await createPorts((problem) => void showBlocked(problem)));
  await workbench.models.refresh();
  const automation = once(async (): Promise<Automation> =>
    (await import('./ui/command-line/automation')).createAutomation(workbench),
  );
  const hitrate: Automation = {
    evaluate: async (...given) => (await automation()).evaluate(...given),
    cancel: () => void automation().then((each) => each.cancel()),
    serving: {
      experiment: async (...given) => (await automation()).serving.experiment(...given),
      terms: async (...given) => (await automation()).serving.terms(...given),
      stopWords: async (...given) => (await automation()).serving.stopWords(...given),
      embed: async (...given) => (await automation()).serving.embed(...given),
    },
    sampleResult: async () => (await automation()).sampleResult(),
  };
  Object.assign(globalThis, { hitrate });
  isOpening = false;
  mountApp(target, { workbench, privacy, notices: bundledNotices, versions: __VERSIONS__ });
} catch (error) {
  showMessage(target, await saidOf(error));
}
