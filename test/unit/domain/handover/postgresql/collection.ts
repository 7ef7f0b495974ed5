import { readCollection } from '../../../../../src/adapters/files/read';
import { analyzerLoaders } from '../../../../../src/adapters/text/loaders';
import type { Doc, Query } from '../../../../../src/base/types';
import { passageText, prepareCorpus } from '../../../../../src/domain/dataset/corpus';
import type { HandedContent, HandedPassage } from '../../../../../src/domain/handover/target';
import type { AnalyzerSpec } from '../../../../../src/domain/text/analyzer-spec';
import { openAnalyzer } from '../../../../../src/domain/text/open-analyzer';
import { folderFiles } from '../../../../folder-files';

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
