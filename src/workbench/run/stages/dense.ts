import type { DenseSpec } from '../../../domain/retrieval/retriever-spec';
import { canonicalJson } from '../../../base/hash';
import { textKey } from '../../../domain/dataset/corpus';
import { pacedMap, pacer } from '../../kernel/pace';
import { together } from '../../kernel/together';
import { embed, embedAlone } from './embed';
import { embedLate } from './embed-late';
import { type Found, type Retriever, type Searcher, fidelityOf } from './searcher';
import { openVectorIndex, pickRows } from './vector-index';

export function denseSearcher(spec: DenseSpec): Retriever {
  return {
    searchStage: 'dense-search',
    indexStages: ({ corpus, queries }) => [
      ['passage-vectors', corpus.texts.length],
      ['question-vectors', queries.length],
    ],

    async open(context): Promise<Searcher> {
      const { corpus, queries, late } = context;
      const passages = late
        ? await embedLate(context, spec, late)
        : await embed(context, 'passage-vectors', spec, corpus.texts, corpus.textKeys);
      const texts = queries.map((query) => query.text);
      const textKeys = await pacedMap(texts, textKey, pacer(context.signal));
      const bytes = passages.vectors.byteLength;
      // Each in its own worker; a graph takes long to build.
      const [index, questions] = await together([
        openVectorIndex(context, passages, spec.search, { model: spec.model }),
        embed(context, 'question-vectors', spec, texts, textKeys),
      ]);
      const positions = new Map(queries.map((query, i) => [query.text, i]));

      return {
        indexMilliseconds: passages.milliseconds.reduce((sum, ms) => sum + ms, index.buildMilliseconds),
        truncatedPassages: passages.truncated,
        async search(texts, depth) {
          const at = texts.map((text) => positions.get(text)!);
          const found = await index.search(pickRows(questions.vectors, passages.dimensions, at), depth);
          const milliseconds = found.milliseconds.map((ms, i) => ms + questions.milliseconds[at[i]!]!);
          return { ...found, milliseconds, fidelity: fidelityOf(found, index.buildMilliseconds) };
        },
        async ask(query) {
          const { vectors, milliseconds } = await embedAlone(context, spec, query);
          // The worker takes the vector over, and a filter may search twice.
          const search = async (depth: number): Promise<Found> => {
            const found = await index.search(vectors.slice(), depth);
            return { ...found, fidelity: fidelityOf(found, index.buildMilliseconds) };
          };
          return { milliseconds, search };
        },
        index: { key: canonicalJson([spec, late !== null]), bytes },
      };
    },
  };
}
