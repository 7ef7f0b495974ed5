import { createRequire } from 'node:module';
import { rowInputs, textRows, type IdMatrix } from '../../../../../src/adapters/model/graph-inputs';
import { readCollection } from '../../../../../src/adapters/files/read';
import { analyzerLoaders } from '../../../../../src/adapters/text/loaders';
import type { Doc, Query } from '../../../../../src/base/types';
import { passageText, prepareCorpus } from '../../../../../src/domain/dataset/corpus';
import type { HandedContent, HandedPassage } from '../../../../../src/domain/handover/target';
import type { AnalyzerSpec } from '../../../../../src/domain/text/analyzer-spec';
import { openAnalyzer } from '../../../../../src/domain/text/open-analyzer';
import { onnxRuntimePath } from '../../../../../tools/onnxruntime.mjs';
import { folderFiles } from '../../../../folder-files';
import { bundledTokenizer, modelPath } from '../../../../golden/models';

/** A collection with its terms: documents in the order that decides ties. */
export interface CollectionOfTerms {
  readonly docs: readonly Doc[];
  readonly queries: readonly Query[];
  readonly analyze: (text: string) => string[];
  readonly terms: readonly (readonly string[])[];
}

/** The same with vectors. */
export interface AnalysedCollection extends CollectionOfTerms {
  readonly dimensions: number;
  /** Row-major, of documents and of questions. */
  readonly vectors: Float32Array;
  readonly asked: Float32Array;
}

export async function termsOf(folder: string, analyzer: AnalyzerSpec): Promise<CollectionOfTerms> {
  const read = await readCollection({ files: folderFiles(folder) }, () => {});
  if (!read.ok || read.kind === 'runs') throw new Error(`${folder} is not read`);
  const { docs: given, queries } = read.dataset;
  const docs = Array.from(prepareCorpus(given).order, (place) => given[place]!);
  const analyze = await openAnalyzer(analyzer, analyzerLoaders);
  return { docs, queries, analyze, terms: docs.map((doc) => analyze(passageText(doc))) };
}

export async function analysed(folder: string, analyzer: AnalyzerSpec): Promise<AnalysedCollection> {
  const collection = await termsOf(folder, analyzer);
  const { docs, queries } = collection;
  const embed = await embedder();
  const vectors = await embed(docs.map(passageText));
  const asked = await embed(queries.map(({ text }) => text));
  const dimensions = vectors.length / docs.length;
  return { ...collection, dimensions, vectors, asked };
}

/** What is handed over of it, for a retriever of its terms and one of its vectors. */
export function contentOf({ docs, terms, vectors, dimensions }: AnalysedCollection): HandedContent {
  const passage = ({ id, title, text, metadata }: Doc, position: number): HandedPassage => ({
    id,
    position,
    content: { title, text, metadata: metadata ?? {} },
    searched: [
      { form: 'terms', terms: terms[position]! },
      { form: 'vector', vector: vectors.subarray(position * dimensions, (position + 1) * dimensions) },
    ],
  });
  return { passages: true, vectors: true, read: () => docs.map(passage), vocabulary: () => [], shortened: () => 0 };
}

interface Session {
  run(feed: object): Promise<Record<string, { data: Float32Array }>>;
}

interface OnnxRuntime {
  InferenceSession: { create(path: string): Promise<Session> };
  Tensor: new (type: string, data: unknown, dims: readonly number[]) => object;
}

const BATCH = 16;
const MAX_TOKENS = 256;

/** The bundled encoder in ONNX Runtime for Node, with fewer tokens than the app reads: any vectors will do here. */
async function embedder(): Promise<(texts: readonly string[]) => Promise<Float32Array>> {
  const runtime = createRequire(import.meta.url)(onnxRuntimePath()!) as OnnxRuntime;
  const session = await runtime.InferenceSession.create(modelPath('hitrate-embedding', 'onnx/model_quantized.onnx'));
  const tokenizer = bundledTokenizer('hitrate-embedding');
  const tensor = ({ data, dims }: IdMatrix): object => new runtime.Tensor('int64', data, dims);
  return async (texts) => {
    const blocks: Float32Array[] = [];
    for (let at = 0; at < texts.length; at += BATCH) {
      const inputs = rowInputs(tokenizer, textRows(tokenizer, texts.slice(at, at + BATCH), MAX_TOKENS));
      const feed = { input_ids: tensor(inputs['input_ids']!), attention_mask: tensor(inputs['attention_mask']!) };
      blocks.push((await session.run(feed))['sentence_embedding']!.data);
    }
    const joined = new Float32Array(blocks.reduce((sum, { length }) => sum + length, 0));
    blocks.reduce((at, block) => (joined.set(block, at), at + block.length), 0);
    return joined;
  };
}
