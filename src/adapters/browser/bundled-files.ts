import type { SourceFile } from '../../contract/importer';
import type { ModelCard } from '../../domain/spec/settings';

const MODELS = ['hitrate-embedding', 'hitrate-reranker'];
const SAMPLE = 'hitrate-sample';
const SAMPLE_FILES = ['corpus.jsonl', 'queries.jsonl', 'qrels/test.tsv'];

/** Root-relative path of a file beside the page, wherever the site is served. */
export const beside = (path: string): string => new URL(path, document.baseURI).pathname;

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

/** Files of the sample that comes with the app. */
export async function bundledSample(): Promise<SourceFile[]> {
  return Promise.all(
    SAMPLE_FILES.map(async (name) => {
      const path = `${SAMPLE}/${name}`;
      return { path, file: await (await fetchBeside(`samples/${path}`)).blob() };
    }),
  );
}
