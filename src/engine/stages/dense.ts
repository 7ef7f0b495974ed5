import type { DenseSpec } from '../../domain/spec/retrievers';
import { textKey } from '../corpus';
import { embed } from './embed';
import { embedLate } from './embed-late';
import type { Retriever, Searcher } from './searcher';

/** Exact search over vectors of the embedding model. */
export function denseSearcher(spec: DenseSpec): Retriever {
  return {
    searchStage: 'dense-search',
    indexStages: ({ corpus, queries }) => [
      ['passage-vectors', corpus.texts.length],
      ['question-vectors', queries.length],
    ],

    async open(environment): Promise<Searcher> {
      const { corpus, queries, ports, signal, late } = environment;
      const passages = late
        ? await embedLate(environment, spec, late)
        : await embed(environment, 'passage-vectors', spec, corpus.texts, corpus.textKeys);
      const texts = queries.map((query) => query.text);
      const questions = await embed(environment, 'question-vectors', spec, texts, texts.map(textKey));
      const { dimensions } = passages;
      const worker = ports.vectors.with(signal);
      await worker.open({ vectors: passages.vectors, dimensions });
      const positions = new Map(queries.map((query, i) => [query.text, i]));

      return {
        indexMilliseconds: passages.milliseconds.reduce((sum, ms) => sum + ms, 0),
        truncatedPassages: passages.truncated,
        async search(texts, depth) {
          const at = texts.map((text) => positions.get(text)!);
          const matrix = new Float32Array(texts.length * dimensions);
          at.forEach((from, to) =>
            matrix.set(questions.vectors.subarray(from * dimensions, (from + 1) * dimensions), to * dimensions),
          );
          const found = await worker.search({ queries: matrix, depth, spec: spec.search });
          const milliseconds = found.milliseconds.map((ms, i) => ms + questions.milliseconds[at[i]!]!);
          return { ...found, milliseconds };
        },
      };
    },
  };
}
