import { chunks, type StageContext } from '../run/stage-context';
import { embed, embedLate } from '../run/stages/embed';
import { indexedTexts } from '../run/stages/lexical';
import { HitrateError } from '../../contract/errors';
import { openSuppliedFile, passageMatrix } from '../run/stages/file-vectors';
import { isVectors } from '../../domain/handover/files';
import { SparseWeights, sparseSpec } from '../../domain/handover/sparse-weights';
import type {
  HandedContent,
  HandedPassage,
  HandedSystem,
  SearchedBy,
  SearchForm,
  SearchEngine,
} from '../../domain/handover/target';
import { shortened } from '../../domain/retrieval/dense/search';
import type { VectorSearchSpec } from '../../domain/retrieval/dense/vector-search-spec';
import type { DenseSpec, FileVectorsSpec, RetrieverSpec } from '../../domain/retrieval/retriever-spec';
import { floatRows, type Vectors } from '../../base/vectors';
import { plainText } from '../../domain/text/plain-text';

const BATCH = 500;

interface Matrix {
  readonly vectors: Vectors;
  readonly dimensions: number;
}

export async function dimensionsOf(context: StageContext, spec: RetrieverSpec): Promise<number | null> {
  if (!isVectors(spec)) return null;
  const { dimensions } = spec.search;
  if (dimensions !== undefined) return dimensions;
  if (spec.kind === 'file-vectors')
    return (await openSuppliedFile(context.ports.storage, context.collection, 'vectors', spec)).dimensions;
  const { texts, textKeys } = context.corpus;
  return (await embed(context, 'passage-vectors', spec, texts.slice(0, 1), textKeys.slice(0, 1))).dimensions;
}

async function vectorsOf(context: StageContext, spec: DenseSpec | FileVectorsSpec): Promise<Matrix> {
  const whole = spec.kind === 'dense' ? await embedded(context, spec) : await fromFile(context, spec);
  const first = spec.search.dimensions;
  if (first === undefined) return whole;
  const vectors = shortened(whole.vectors, whole.dimensions, first, isScaled(spec.search));
  return { vectors, dimensions: first };
}

const isScaled = (search: VectorSearchSpec): boolean => !('metric' in search) || search.metric === 'cosine';

async function embedded(context: StageContext, spec: DenseSpec): Promise<Matrix> {
  const { corpus, late } = context;
  return late ? embedLate(context, spec, late) : embed(context, 'passage-vectors', spec, corpus.texts, corpus.textKeys);
}

async function fromFile(context: StageContext, spec: FileVectorsSpec): Promise<Matrix> {
  const set = await openSuppliedFile(context.ports.storage, context.collection, 'vectors', spec);
  if (new Set(set.docs).size < set.docs.length) throw new HitrateError('system-parts', { name: spec.name });
  return passageMatrix(context, spec, set);
}

type Read = (from: number, to: number) => Promise<readonly (SearchedBy | null)[]>;

export async function openContent(
  context: StageContext,
  handed: HandedSystem,
  target: Pick<SearchEngine, 'forms' | 'fitted'>,
  asked: { readonly passages: boolean; readonly vectors: boolean },
): Promise<HandedContent> {
  const { docs, ids } = context.corpus;
  const { retrievers } = handed.system;
  const forms = target.forms(handed);
  const shortened = new Set<number>();
  const weights = new Map<number, SparseWeights>();
  const readers: Read[] = [];
  for (const [i, spec] of retrievers.entries()) readers.push(await readerOf(context, spec, forms[i]!, i));

  async function readerOf(of: StageContext, spec: RetrieverSpec, form: SearchForm, i: number): Promise<Read> {
    const nothing: Read = (from, to) => Promise.resolve(Array.from({ length: to - from }, () => null));
    if (form === 'vector') {
      if (!asked.vectors || !isVectors(spec)) return nothing;
      const { vectors, dimensions } = await vectorsOf(of, spec);
      return (from, to) =>
        Promise.resolve(
          Array.from({ length: to - from }, (_, at) => ({
            form,
            vector: floatRows(vectors, dimensions, from + at, from + at + 1),
          })),
        );
    }
    if (!asked.passages || !(spec.kind === 'lexical' || spec.kind === 'minisearch')) return nothing;
    const texts = indexedTexts(of.corpus, spec);
    if (form === 'text')
      return (from, to) => Promise.resolve(texts.slice(from, to).map((text) => ({ form, text: plainText(text) })));
    const { analyzer } = spec;
    const termsOf = (some: readonly string[]) => of.ports.lexical.with(of.signal).terms({ analyzer, texts: some });
    if (form === 'terms')
      return async (from, to) => (await termsOf(texts.slice(from, to))).map((terms) => ({ form, terms }));
    const sparse = sparseSpec(spec);
    if (form !== 'sparse' || !sparse) return nothing;
    const own = new SparseWeights(sparse);
    weights.set(i, own);
    for (const some of chunks(texts, BATCH)) {
      of.signal.throwIfAborted();
      for (const terms of await termsOf(some)) own.add(terms);
    }
    return async (from, to) =>
      (await termsOf(texts.slice(from, to))).map((terms) => ({ form, sparse: own.passage(terms) }));
  }

  function fitted(searched: SearchedBy | null, retriever: number, position: number): SearchedBy | null {
    const fit = searched && target.fitted ? target.fitted(searched, retrievers[retriever]!) : searched;
    if (fit !== searched) shortened.add(position);
    return fit;
  }

  async function* read(): AsyncGenerator<HandedPassage> {
    for (let from = 0; from < ids.length; from += BATCH) {
      context.signal.throwIfAborted();
      const to = Math.min(ids.length, from + BATCH);
      const searched = await Promise.all(readers.map((reader) => reader(from, to)));
      for (let position = from; position < to; position++) {
        const { title, text, metadata = {} } = docs[position]!;
        yield {
          id: ids[position]!,
          position,
          content: asked.passages ? { title, text, metadata } : null,
          searched: searched.map((each, i) => fitted(each[position - from]!, i, position)),
        };
      }
    }
  }

  return {
    ...asked,
    read,
    vocabulary: (retriever) => weights.get(retriever)?.vocabulary() ?? [],
    shortened: () => shortened.size,
  };
}
