import type { Notice } from '../../contract/models';
import type { SourceFile } from '../../contract/workers';
import type { ModelCard } from '../../domain/models/configuration';
import type { Graphics } from '../../domain/models/repository';
import { HitrateError } from '../../contract/errors';
import type { WrongFile } from '../../contract/site';
import { graphicsAdapter, graphicsName, graphicsOf } from '../graphics/graphics';
import { CLAIM, WRONG_FILE } from '../offline/messages';

const MODELS = ['hitrate-embedding', 'hitrate-reranker'];
const SAMPLE = 'hitrate-sample';
const SAMPLE_FILES = ['corpus.jsonl', 'queries.jsonl', 'qrels/test.tsv'];
const DOCUMENTS = 'the-breakwater';
const DOCUMENT_FILES = [
  '01-a-thursday-in-castle-terrace.txt',
  '02-the-good-intent.txt',
  '03-the-anchor-and-compass.txt',
  '04-two-ledgers.txt',
  '05-saint-orrins-light.txt',
  '06-another-thursday.txt',
  '07-the-tide-book.txt',
  '08-dellamere-stone.txt',
  '09-the-glass-falls.txt',
  '10-the-night-of-the-fourteenth.txt',
  'questions.csv',
];

export const beside = (path: string): string => new URL(path, document.baseURI).pathname;

export async function isKept(path: string): Promise<boolean> {
  return 'caches' in globalThis && (await caches.match(path, { ignoreSearch: true })) !== undefined;
}

async function fetchBeside(path: string): Promise<Response> {
  const response = await fetch(beside(path));
  if (!response.ok) throw new Error(`${path} could not be loaded (${response.status}). Reload the page.`);
  return response;
}

export async function bundledModels(): Promise<ModelCard[]> {
  return Promise.all(
    MODELS.map(async (id) => (await (await fetchBeside(`models/${id}/card.json`)).json()) as ModelCard),
  );
}

export const bundledNotices = async (): Promise<Notice[]> =>
  (await (await fetchBeside('licences/notices.json')).json()) as Notice[];

export const bundledSample = (): Promise<SourceFile[]> => filesOf(SAMPLE, SAMPLE_FILES);

async function unpacked(path: string): Promise<string> {
  const { body } = await fetchBeside(path);
  return new Response(body!.pipeThrough(new DecompressionStream('gzip'))).text();
}

export const bundledSampleResult = (): Promise<string> => unpacked(`samples/${SAMPLE}/result.bin`);

export const bundledDocuments = (): Promise<SourceFile[]> => filesOf(DOCUMENTS, DOCUMENT_FILES);

const filesOf = (folder: string, names: readonly string[]): Promise<SourceFile[]> =>
  Promise.all(
    names.map(async (name) => {
      const path = `${folder}/${name}`;
      return { path, file: await (await fetchBeside(`samples/${path}`)).blob() };
    }),
  );

const LOCK = 'hitrate-run';

/** Runs `task` while no other tab does; the lock also keeps this tab from being frozen. Without TLS: no lock. */
export async function exclusive<T>(task: () => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return task();
  return (await navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => {
    if (lock) return task();
    throw new HitrateError('already-running', null);
  })) as T;
}

export async function underWay(): Promise<boolean> {
  if (!('locks' in navigator)) return false;
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === LOCK);
}

const MACHINE = 'hitrate-machine';

/** Its name is that of no other: times that it took come to others in workspace files, and are taken anew there. */
export async function machine(): Promise<{ name: string; gpu: boolean; graphics: Graphics }> {
  const adapter = await graphicsAdapter();
  const own = localStorage.getItem(MACHINE) ?? crypto.getRandomValues(new Uint32Array(2)).join('-');
  localStorage.setItem(MACHINE, own);
  const parts = [
    navigator.userAgent,
    `${navigator.hardwareConcurrency} processors`,
    crossOriginIsolated ? 'threads' : 'one thread',
    adapter ? graphicsName(adapter) : 'no GPU',
    own,
  ];
  return { name: parts.join(', '), gpu: adapter !== null, graphics: graphicsOf(adapter) };
}

const RELOADED = 'hitrate-reloaded-for-isolation';

/**
 * Keeps the app for use offline. On a host that cannot set headers the service worker sets them: the first visit
 * reloads to become isolated, unless the person has begun something. The mark keeps a browser that refuses isolation
 * from reloading forever.
 * @param onWrong hears of files that a server gave otherwise than as this version has them: none is kept
 */
export function registerServiceWorker(onWrong: (file: WrongFile) => void): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  let begun = false;
  for (const event of ['pointerdown', 'keydown', 'drop', 'change'])
    addEventListener(event, () => (begun = true), { once: true, capture: true });
  const container = navigator.serviceWorker;
  container.addEventListener('controllerchange', () => {
    if (begun || crossOriginIsolated || sessionStorage.getItem(RELOADED)) return;
    sessionStorage.setItem(RELOADED, 'yes');
    location.reload();
  });
  container.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'object' && data !== null && WRONG_FILE in data) onWrong(data[WRONG_FILE] as WrongFile);
  });
  // Not awaited: the app works without it, online.
  container.register(new URL('service-worker.js', document.baseURI)).catch(() => undefined);
  const claim = (): void => void container.ready.then(({ active }) => active?.postMessage(CLAIM));
  // Without headers, workers have a policy only once the service worker serves them.
  if (!crossOriginIsolated) claim();
  // Who pulls the plug gets what is kept, without loading the page again.
  addEventListener('offline', claim);
}

/** Whether the server no longer gives the script of this page, which names all others. A line that is cut is another matter. */
export async function isReplaced(): Promise<boolean> {
  const response = await fetch(import.meta.url, { cache: 'no-store' }).catch(() => null);
  void response?.body?.cancel();
  return response !== null && !(response.ok && /javascript/.test(response.headers.get('Content-Type') ?? ''));
}
