import type { Notice } from '../../contract/models';
import type { SourceFile } from '../../contract/workers';
import type { ModelCard } from '../../domain/models/card';

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

/** Root-relative path of a file beside the page, wherever the site is served. */
export const beside = (path: string): string => new URL(path, document.baseURI).pathname;

/** Whether the service worker keeps a file of the site; false where there is none. */
export async function isKept(path: string): Promise<boolean> {
  // Kept by its address and a mark of its version.
  return 'caches' in globalThis && (await caches.match(path, { ignoreSearch: true })) !== undefined;
}

async function fetchBeside(path: string): Promise<Response> {
  const response = await fetch(beside(path));
  if (!response.ok) throw new Error(`${path} could not be loaded (${response.status}). Reload the page.`);
  return response;
}

/** Cards of the models that come with the app. */
export async function bundledModels(): Promise<ModelCard[]> {
  return Promise.all(
    MODELS.map(async (id) => (await (await fetchBeside(`models/${id}/card.json`)).json()) as ModelCard),
  );
}

/** Licences of what others made of the app. They are listed when the site is built, and absent in development. */
export const bundledNotices = async (): Promise<Notice[]> =>
  (await (await fetchBeside('licences/notices.json')).json()) as Notice[];

/** Files of the sample that comes with the app. */
export const bundledSample = (): Promise<SourceFile[]> => filesOf(SAMPLE, SAMPLE_FILES);

/** Text in a file that is compressed by gzip. */
async function unpacked(path: string): Promise<string> {
  const { body } = await fetchBeside(path);
  return new Response(body!.pipeThrough(new DecompressionStream('gzip'))).text();
}

export const bundledSampleResult = (): Promise<string> => unpacked(`samples/${SAMPLE}/result.bin`);

/** Files of the sample of documents, with its questions. */
export const bundledDocuments = (): Promise<SourceFile[]> => filesOf(DOCUMENTS, DOCUMENT_FILES);

const filesOf = (folder: string, names: readonly string[]): Promise<SourceFile[]> =>
  Promise.all(
    names.map(async (name) => {
      const path = `${folder}/${name}`;
      return { path, file: await (await fetchBeside(`samples/${path}`)).blob() };
    }),
  );
