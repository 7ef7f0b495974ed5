import type { DenseSpec, FileVectorsSpec, RetrieverSpec } from '../retrieval/retriever-spec';
import type {
  HandedContent,
  HandedFile,
  HandedQuestion,
  HandedSystem,
  HandoverNote,
  SearchedBy,
  SearchForm,
  SearchEngine,
} from './target';

/** An approximate index (HNSW) where a person asks for one: as hnswlib, and of a search the candidates that it holds. */
export const GRAPH = { m: 16, efConstruction: 200, efSearch: 400 } as const;

export const jsonFile = (path: string, value: unknown): HandedFile => ({
  path,
  text: `${JSON.stringify(value, null, 2)}\n`,
});

/** Lines of each passage, read when they are written. None where nothing of the collection is handed over. */
export function passageFile(
  path: string,
  content: HandedContent,
  lines: (passages: HandedContent['read']) => AsyncIterable<string>,
): HandedFile[] {
  return content.passages || content.vectors ? [{ path, lines: () => lines(content.read) }] : [];
}

export async function* batchesOf<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  size: number,
): AsyncGenerator<Item[]> {
  let batch: Item[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

export const indexPlace = ({ places }: HandedSystem, retriever: number): number => places?.[retriever] ?? retriever;

/** The name of what is searched: in an index a field, or a named vector. */
export const searchedName = (form: SearchForm, place: number): string =>
  `${form === 'vector' ? 'vector' : form === 'terms' ? 'terms' : 'words'}_${place}`;

/** A question of which nothing is known: what it brings stands there by name. */
export const templateQuestion = (forms: readonly SearchForm[]): HandedQuestion => ({
  searched: forms.map((form, i) => ({ form: 'placeholder', text: `{{${searchedName(form, i)}}}` })),
});

export function numbersOf(searched: HandedQuestion['searched'][number]): number[] | string {
  if (searched.form === 'placeholder') return searched.text;
  if (searched.form !== 'vector') throw new RangeError(`a vector is asked for, and not ${searched.form}`);
  return Array.from(searched.vector);
}

/** A text as an engine analyses it: normalised, or terms that blanks separate. */
export function wordsText(searched: HandedQuestion['searched'][number]): string {
  if (searched.form === 'placeholder' || searched.form === 'text') return searched.text;
  if (searched.form !== 'terms') throw new RangeError(`words are asked for, and not ${searched.form}`);
  return searched.terms.join(' ');
}

export const isVectors = (spec: RetrieverSpec): spec is DenseSpec | FileVectorsSpec =>
  spec.kind === 'dense' || spec.kind === 'file-vectors';

export const metricOf = (spec: RetrieverSpec) =>
  isVectors(spec) && 'metric' in spec.search ? spec.search.metric : 'cosine';

/** A vector without a direction, near which nothing is. */
export const isZero = (searched: SearchedBy | { readonly form: 'placeholder' }): boolean =>
  searched.form === 'vector' && Array.from(searched.vector).every((number) => number === 0);

/** Whether there is nothing to search by: an engine would refuse it. */
export function isNothing(searched: SearchedBy): boolean {
  if (searched.form === 'sparse') return searched.sparse.indices.length === 0;
  const { length } =
    searched.form === 'text' ? searched.text : searched.form === 'terms' ? searched.terms : searched.vector;
  return length === 0;
}

export const isApproximate = ({ approximate, system }: HandedSystem): boolean =>
  approximate && system.retrievers.some(isVectors);

function questionNotes({ system, dimensions }: HandedSystem, forms: readonly SearchForm[]): HandoverNote[] {
  return system.retrievers.map((spec, retriever): HandoverNote => {
    const form = forms[retriever]!;
    if (form === 'text') return { code: 'question-normalised', data: { retriever } };
    if (form === 'terms') return { code: 'question-terms', data: { retriever } };
    if (form === 'sparse') return { code: 'question-sparse', data: { retriever, file: vocabularyFile(retriever) } };
    const [model, prefix] =
      spec.kind === 'dense' ? [spec.model, spec.queryPrefix] : [spec.kind === 'file-vectors' ? spec.name : '', ''];
    return { code: 'question-vector', data: { retriever, model, prefix, dimensions: dimensions[retriever]! } };
  });
}

export const vocabularyFile = (retriever: number): string => `vocabulary_${retriever}.txt`;

export const handoverNotes = ({ live, notes, forms }: SearchEngine, handed: HandedSystem): HandoverNote[] => [
  { code: 'version', data: { least: live.least(handed).join('.') } },
  ...(isApproximate(handed) ? [{ code: 'approximate-vectors' as const, data: null }] : []),
  ...notes(handed),
  ...questionNotes(handed, forms(handed)),
];
