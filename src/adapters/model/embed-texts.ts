import type { PreTrainedTokenizer } from '@xenova/transformers';
import type { EmbeddingConfiguration } from '../../domain/models/configuration';
import {
  readable,
  rowInputs,
  textRows,
  type TextRow,
  flatFeeds,
  type Feeds,
  feedsOf,
  requireOutput,
} from './graph-inputs';
import { applyDense, type Dense } from './dense';
import type { GraphOutput, LoadedGraph } from './network';
import { normaliseRows, pool } from './pooling';
import { frameOf, plainIds } from './token-offsets';
import type { EmbeddedBatch, EmbeddedSome, ModelRequest } from '../../contract/model-workers';
import {
  alone,
  asLong,
  nearlyAsLong,
  ofAnyLength,
  graphOf,
  mixesRows,
  type Attempt,
  halving,
  type NetworkPort,
} from './network-port';

export type VectorConfiguration = Pick<EmbeddingConfiguration, 'pooling' | 'normalise' | 'flat'>;

/** The bundled embedding model pools by itself. */
export const BUNDLED: VectorConfiguration = { pooling: 'graph', normalise: true, flat: false };

interface ReadBatch {
  readonly feeds: Feeds;
  vectors(output: GraphOutput): { readonly vectors: Float32Array; readonly dimensions: number };
}

export interface TextReader {
  readonly output: string;
  /** Texts of a batch: any where read one by one, of near lengths where a mask hides filling, else of one length. */
  readonly beside: 'any' | 'masked' | 'as-long';
  /** Each text once. `tokens` are those that the vocabulary knows, where others are left out. */
  tokenise(texts: readonly string[]): readonly TextRow[];
  read(rows: readonly TextRow[]): ReadBatch;
}

export interface TextNetwork {
  readonly tokenizer: PreTrainedTokenizer;
  readonly graph: Pick<LoadedGraph, 'inputs' | 'outputs'>;
  readonly reading: VectorConfiguration;
  readonly dense: readonly Dense[];
  readonly maxTokens: number;
}

export function textReader({ tokenizer, graph, reading, dense, maxTokens }: TextNetwork): TextReader {
  const { pooling, flat } = reading;
  const output = requireOutput(pooling === 'graph' ? 'text vectors' : 'token vectors', graph.outputs);
  // A graph that pools has the layers after it, too.
  const layers = pooling === 'graph' ? [] : dense;
  const finished = (vectors: Float32Array, width: number) => finish(vectors, width, reading, layers);
  if (flat && graph.inputs.some(({ name }) => name === 'offsets'))
    return {
      output,
      beside: 'any',
      tokenise: (texts) => flatRows(tokenizer, texts, maxTokens),
      read: (rows) => flatBatch(graph, rows, finished),
    };
  // A static model takes its own tokens alone, whatever its graph's inputs are called.
  const { before, after } = flat ? NO_FRAME : frameOf(tokenizer);
  if (maxTokens <= before.length + after.length)
    throw new Error(
      `${maxTokens} tokens leave no room for a text beside its ${before.length + after.length} special ones. Choose a higher maximum`,
    );
  return {
    output,
    beside: graph.inputs.some(({ name }) => name === 'attention_mask') ? 'masked' : 'as-long',
    tokenise: (texts) => textRows(tokenizer, texts, maxTokens, { last: after.length, added: !flat }),
    read(texts) {
      const inputs = rowInputs(tokenizer, texts);
      const [rows, length] = inputs['input_ids']!.dims;
      // What is fed is moved away.
      const mask = inputs['attention_mask']!.data.slice();
      return {
        feeds: feedsOf(graph.inputs, inputs),
        vectors({ data, dims }) {
          if (pooling === 'graph') {
            const width = widthOf(output, dims, [rows]);
            return finished(zeroed(data, width, texts), width);
          }
          const dimensions = widthOf(output, dims, [rows, length]);
          return finished(pool(pooling, { data, rows, length, dimensions }, mask), dimensions);
        },
      };
    },
  };
}

type Finished = (vectors: Float32Array, width: number) => ReturnType<ReadBatch['vectors']>;

/** As Model2Vec reads texts: no special or unknown tokens. Where none is left the graph gets some token, unread. */
function flatRows(tokenizer: PreTrainedTokenizer, texts: readonly string[], maxTokens: number): TextRow[] {
  const read = texts.map((text) => readable(text, maxTokens));
  return plainIds(tokenizer, read)
    .map((row) => row.filter((id) => id !== tokenizer.unk_token_id))
    .map((known) => ({ ids: known.length > 0 ? known.slice(0, maxTokens) : [0], types: [], tokens: known.length }));
}

function flatBatch(graph: TextNetwork['graph'], rows: readonly TextRow[], finished: Finished): ReadBatch {
  const ids = rows.map((row) => row.ids);
  return {
    feeds: flatFeeds(graph.inputs, ids),
    vectors({ data, dims }) {
      const width = widthOf('the vectors of texts', dims, [rows.length]);
      return finished(zeroed(data, width, rows), width);
    },
  };
}

/** Zeros for texts of which nothing was read: graphs make what they like of them, as 0 / 0. */
function zeroed(vectors: Float32Array, width: number, rows: readonly TextRow[]): Float32Array {
  rows.forEach(({ tokens }, row) => {
    if (tokens === 0) vectors.fill(0, row * width, (row + 1) * width);
  });
  return vectors;
}

const NO_FRAME = { before: [], after: [] } as const;

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

interface TextEncoder {
  readonly network: NetworkPort;
  readonly reader: TextReader;
  readonly inTurn?: Attempt<never, never>['inTurn'];
}

type Texts = ModelRequest & { readonly texts: readonly string[] };

/** Vectors by batches of like token counts, which characters do not tell. @param embedded awaited, gets each batch */
export async function embedEach(
  request: Texts,
  { network, reader, inTurn }: TextEncoder,
  embedded: (some: EmbeddedSome) => Promise<void> | void,
): Promise<EmbeddedBatch['remarks']> {
  if (request.texts.length === 0) return [];
  const graph = graphOf(request);
  const began = performance.now();
  const rows = reader.tokenise(request.texts).map((row, place) => ({ ...row, place }));
  const tokenised = (performance.now() - began) / rows.length;
  if (mixesRows(request)) network.room.batchSize = 1;
  const { remarks } = await halving({
    request,
    items: rows.sort((a, b) => b.ids.length - a.ids.length),
    unit: 'texts',
    room: network.room,
    fits: togetherBy(request, reader),
    ...(inTurn && { inTurn }),
    renew: () => network.renew(),
    async run(batch) {
      await network.load(graph);
      const start = performance.now();
      const { feeds, vectors } = reader.read(batch);
      const found = vectors((await network.run(graph, { feeds, outputs: [reader.output] }))[reader.output]!);
      await embedded({
        ...found,
        places: Uint32Array.from(batch, ({ place }) => place),
        tokens: Uint32Array.from(batch, ({ tokens }) => tokens),
        milliseconds: performance.now() - start + batch.length * tokenised,
      });
    },
  });
  return remarks;
}

export async function embedTexts(request: Texts, encoder: TextEncoder): Promise<EmbeddedBatch> {
  const { length } = request.texts;
  let vectors = new Float32Array(0);
  const tokens = new Uint32Array(length);
  let [dimensions, milliseconds] = [0, 0];
  const remarks = await embedEach(request, encoder, (some) => {
    dimensions = some.dimensions;
    milliseconds += some.milliseconds;
    if (vectors.length === 0) vectors = new Float32Array(length * dimensions);
    some.places.forEach((place, i) => {
      vectors.set(some.vectors.subarray(i * dimensions, (i + 1) * dimensions), place * dimensions);
      tokens[place] = some.tokens[i]!;
    });
  });
  return { vectors, dimensions, tokens, milliseconds, remarks };
}

/**
 * Which texts are read together. Filling moves the last digits of a transformer's vectors. So on a processor, where a
 * batch gains little, only texts of one length are, and have the vectors they have alone. The bundled model gives those
 * in any batch; a GPU's depend on the batch anyway.
 */
function togetherBy({ reading, device }: ModelRequest, { beside }: TextReader) {
  const isExact = reading !== undefined && device !== 'webgpu';
  if (beside === 'any') return isExact ? alone : ofAnyLength;
  return isExact || beside === 'as-long' ? asLong : nearlyAsLong;
}
