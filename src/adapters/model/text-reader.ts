import type { PreTrainedTokenizer } from '@xenova/transformers';
import type { EmbeddingConfiguration } from '../../domain/models/configuration';
import { readable, tokenBatch } from './batch';
import { applyDense, type Dense } from './dense';
import { flatFeeds, type Feeds, feedsOf } from './graph-inputs';
import { requireOutput } from './graph-outputs';
import type { GraphOutput, LoadedGraph } from './network';
import { normaliseRows, pool } from './pooling';
import { frameOf, plainIds } from './token-count';

/** How vectors are made of what a network gives. */
export type VectorConfiguration = Pick<EmbeddingConfiguration, 'pooling' | 'normalise' | 'flat'>;

/** The bundled embedding model pools by itself. */
export const BUNDLED: VectorConfiguration = { pooling: 'graph', normalise: true, flat: false };

interface ReadBatch {
  readonly feeds: Feeds;
  /** Of each text, before it was cut; those that its vocabulary knows, where others are left out. */
  readonly tokens: Uint32Array;
  vectors(output: GraphOutput): { readonly vectors: Float32Array; readonly dimensions: number };
}

/** Texts to a network's inputs, and its output to one vector each. */
export interface TextReader {
  readonly output: string;
  /** Whether texts of different lengths may be in one batch: not where the graph takes no attention mask. */
  readonly batches: boolean;
  read(texts: readonly string[]): ReadBatch;
}

export interface TextNetwork {
  readonly tokenizer: PreTrainedTokenizer;
  readonly graph: Pick<LoadedGraph, 'inputs' | 'outputs'>;
  readonly reading: VectorConfiguration;
  readonly dense: readonly Dense[];
  readonly maxTokens: number;
}

/** @throws {Error} where the graph has no such output, or the tokenizer is of no use */
export function textReader({ tokenizer, graph, reading, dense, maxTokens }: TextNetwork): TextReader {
  const { pooling, flat } = reading;
  const output = requireOutput(pooling === 'graph' ? 'text vectors' : 'token vectors', graph.outputs);
  // A graph that pools has the layers after it, too.
  const layers = pooling === 'graph' ? [] : dense;
  const finished = (vectors: Float32Array, width: number) => finish(vectors, width, reading, layers);
  if (flat && graph.inputs.some(({ name }) => name === 'offsets'))
    return { output, batches: true, read: (texts) => flatBatch(tokenizer, graph, texts, maxTokens, finished) };
  // A static model takes its own tokens alone, whatever its graph's inputs are called.
  const { before, after } = flat ? NO_FRAME : frameOf(tokenizer);
  if (maxTokens <= before.length + after.length)
    throw new Error(
      `${maxTokens} tokens leave no room for a text beside its ${before.length + after.length} special ones. Choose a higher maximum`,
    );
  return {
    output,
    batches: graph.inputs.some(({ name }) => name === 'attention_mask'),
    read(texts) {
      const { inputs, tokens } = tokenBatch(tokenizer, texts, maxTokens, { last: after.length, added: !flat });
      const [rows, length] = inputs['input_ids']!.dims;
      const mask = inputs['attention_mask']!.data;
      return {
        feeds: feedsOf(graph.inputs, inputs),
        tokens,
        vectors({ data, dims }) {
          if (pooling === 'graph') {
            const width = widthOf(output, dims, [rows]);
            return finished(zeroed(data, width, tokens), width);
          }
          const dimensions = widthOf(output, dims, [rows, length]);
          return finished(pool(pooling, { data, rows, length, dimensions }, mask), dimensions);
        },
      };
    },
  };
}

type Finished = (vectors: Float32Array, width: number) => ReturnType<ReadBatch['vectors']>;

/**
 * As Model2Vec reads a text: without special tokens, and without those that its vocabulary does not know. Where nothing is
 * left the graph would take a mean of nothing: it gets some token, and what it makes of that is not read.
 */
function flatBatch(
  tokenizer: PreTrainedTokenizer,
  graph: TextNetwork['graph'],
  texts: readonly string[],
  maxTokens: number,
  finished: Finished,
): ReadBatch {
  const ids = plainIds(
    tokenizer,
    texts.map((text) => readable(text, maxTokens)),
  );
  const known = ids.map((row) => row.filter((id) => id !== tokenizer.unk_token_id));
  const tokens = Uint32Array.from(known, (row) => row.length);
  return {
    feeds: flatFeeds(
      graph.inputs,
      known.map((row) => (row.length > 0 ? row.slice(0, maxTokens) : [0])),
    ),
    tokens,
    vectors({ data, dims }) {
      const width = widthOf('the vectors of texts', dims, [texts.length]);
      return finished(zeroed(data, width, tokens), width);
    },
  };
}

/** Zeros for texts of which nothing was read: graphs make what they like of them, as 0 / 0. */
function zeroed(vectors: Float32Array, width: number, tokens: Uint32Array): Float32Array {
  tokens.forEach((count, row) => {
    if (count === 0) vectors.fill(0, row * width, (row + 1) * width);
  });
  return vectors;
}

const NO_FRAME = { before: [], after: [] } as const;

/** The last dimension of an output whose others must be these. */
function widthOf(name: string, dims: readonly number[], others: readonly number[]): number {
  const isRight = dims.length === others.length + 1 && others.every((size, i) => dims[i] === size);
  if (!isRight)
    throw new Error(
      `its output ${name} is of ${dims.join(' × ')} numbers where ${others.join(' × ')} vectors are expected. Another pooling may be right`,
    );
  return dims[others.length]!;
}

function finish(pooled: Float32Array, width: number, { normalise }: VectorConfiguration, dense: readonly Dense[]) {
  let [vectors, dimensions] = [pooled, width];
  for (const layer of dense) {
    if (layer.inFeatures !== dimensions)
      throw new Error(`a dense layer takes ${layer.inFeatures} numbers, and vectors have ${dimensions}`);
    [vectors, dimensions] = [applyDense(layer, vectors), layer.outFeatures];
  }
  if (normalise) normaliseRows(vectors, dimensions);
  if (!vectors.every(Number.isFinite))
    throw new Error(
      'it gives vectors with numbers that are none (NaN or infinite). Choose other weights or another device',
    );
  return { vectors, dimensions };
}
