import type { PreTrainedTokenizer } from '@xenova/transformers';
import type { EmbeddedBatch, ModelRequest, EncoderApi } from '../../contract/model-workers';
import { firstWhere } from '../../base/containers';
import type { Span } from '../../base/types';
import { normaliseRows } from './pooling';
import { frameOf, countTokens, placedTokens } from './token-offsets';
import { feedsOf, outputFor, padded, windowStarts } from './graph-inputs';
import { HitrateError } from '../../contract/errors';
import { graphOf, tokenGraphOf, failing, loadedModel, type NetworkPort, networkPort, halving } from './network-port';
import type { Graph } from './network';
import { type Dense, denseLayer, readSafetensors } from './dense';
import { embedEach, embedTexts, BUNDLED, textReader, type TextReader } from './embed-texts';
import { requestKey, tokenizerSlot } from './runtime';
import { oneAtATime, slot } from './slot';
import { requireFile } from './stored-files';

/** A stretch of tokens that the model reads at once, and those of them whose vectors are taken from it. */
interface TextWindow extends Span {
  readonly from: number;
  readonly to: number;
}

/**
 * Windows of `room` tokens that overlap by half. Each token counts from the window in which it is nearest to the
 * middle; the first and last give the ends, too.
 */
export function textWindows(length: number, room: number): TextWindow[] {
  const starts = windowStarts(length, room, Infinity);
  const border = (i: number): number => Math.ceil((starts[i - 1]! + starts[i]! + Math.min(room, length)) / 2);
  return starts.map((start, i) => ({
    start,
    end: Math.min(length, start + room),
    from: i === 0 ? 0 : border(i),
    to: i === starts.length - 1 ? length : border(i + 1),
  }));
}

/** Sums over spans for late chunking (Günther et al. 2024). A token belongs to a span that holds its middle. */
export class SpanSums {
  private readonly ranges: readonly Span[];
  private readonly sums: Float64Array;

  constructor(
    tokens: readonly Span[],
    spans: readonly Span[],
    readonly dimensions: number,
  ) {
    const middles = tokens.map(({ start, end }) => (start + end) / 2);
    this.ranges = spans.map(({ start, end }) => {
      const firstFrom = (least: number): number => firstWhere(middles.length, (i) => middles[i]! >= least);
      const first = firstFrom(start);
      return { start: first, end: Math.max(first, firstFrom(end)) };
    });
    this.sums = new Float64Array(spans.length * dimensions);
  }

  get tokens(): Uint32Array {
    return Uint32Array.from(this.ranges, ({ start, end }) => end - start);
  }

  /** @param before how many special tokens stand before the window's own */
  add({ start, from, to }: TextWindow, vectors: ArrayLike<number>, before: number): void {
    const { dimensions, sums } = this;
    this.ranges.forEach((range, i) => {
      for (let token = Math.max(range.start, from); token < Math.min(range.end, to); token++) {
        const row = (before + token - start) * dimensions;
        for (let d = 0; d < dimensions; d++) sums[i * dimensions + d]! += vectors[row + d]!;
      }
    });
  }

  /** Means, each scaled to length 1 or as they are, row-major; zeros for a span without a token. */
  vectors(normalise: boolean): Float32Array {
    const { dimensions, ranges, sums } = this;
    const vectors = Float32Array.from(sums);
    if (normalise) normaliseRows(vectors, dimensions);
    else
      ranges.forEach(({ start, end }, i) => {
        for (let d = i * dimensions; d < (i + 1) * dimensions; d++) vectors[d] = sums[d]! / Math.max(1, end - start);
      });
    return vectors;
  }
}

export interface TokenReader {
  readonly tokenizer: PreTrainedTokenizer;
  read(ids: readonly number[]): Promise<{ readonly data: ArrayLike<number>; readonly dimensions: number }>;
}

export async function embedSpans(
  { tokenizer, read }: TokenReader,
  { text, spans, maxTokens }: Pick<Parameters<EncoderApi['embedSpans']>[0], 'text' | 'spans' | 'maxTokens'>,
  normalise: boolean,
): Promise<Omit<EmbeddedBatch, 'milliseconds' | 'remarks'>> {
  const { before, after } = frameOf(tokenizer);
  const placed = placedTokens(tokenizer, text);
  let sums: SpanSums | null = null;
  for (const window of textWindows(placed.ids.length, maxTokens - before.length - after.length)) {
    const { data, dimensions } = await read([...before, ...placed.ids.slice(window.start, window.end), ...after]);
    sums ??= new SpanSums(placed.spans, spans, dimensions);
    sums.add(window, data, before.length);
  }
  // There is always a window, if only of the special tokens.
  return { vectors: sums!.vectors(normalise), dimensions: sums!.dimensions, tokens: sums!.tokens };
}

interface TokenNetworks {
  readonly plain: NetworkPort;
  readonly beside: NetworkPort;
}

/**
 * Vectors of tokens: of the model's own graph, or of `onnx/tokens_quantized.onnx` beside `onnx/model_quantized.onnx`.
 * @throws {HitrateError} `model-unavailable` where the model has neither, or makes its vectors otherwise than by a mean
 */
async function tokenReader(request: ModelRequest, tokenizer: PreTrainedTokenizer, { plain, beside }: TokenNetworks) {
  const { reading } = request;
  // Late chunking is a mean of tokens' vectors, which must be what the model makes of a text, too.
  const isMean = reading?.task !== 'embedding' || (reading.pooling === 'mean' && reading.dense.length === 0);
  const own = graphOf(request);
  const output = isMean ? outputFor('token vectors', (await plain.load(own)).outputs) : null;
  if (output !== null) return readerOf(tokenizer, plain, own, output);
  if (reading)
    throw new HitrateError('model-unavailable', { code: 'no-token-vectors', data: { model: request.model } });
  const graph = tokenGraphOf(request);
  // Here, so that no document's time has the loading in it.
  await beside.load(graph);
  return readerOf(tokenizer, beside, graph, 'token_embeddings');
}

function readerOf(
  tokenizer: PreTrainedTokenizer,
  network: NetworkPort,
  graph: Graph,
  output: string,
): TokenReader & { readonly network: NetworkPort } {
  return {
    tokenizer,
    network,
    async read(ids) {
      const row = (values: readonly number[]) => padded([values], ids.length, 0);
      const tokens = { input_ids: row(ids), attention_mask: row(ids.map(() => 1)) };
      const { inputs } = await network.load(graph);
      const found = await network.run(graph, { feeds: feedsOf(inputs, tokens), outputs: [output] });
      const { data, dims } = found[output]!;
      return { data, dimensions: dims[2]! };
    },
  };
}

export function createEncoder(spawn: () => Worker): EncoderApi {
  const plain = networkPort(spawn);
  const beside = networkPort(spawn);
  const tokenizers = tokenizerSlot();
  const layers = slot(requestKey, readLayers);
  const inTurn = oneAtATime();

  async function readerFor(request: ModelRequest): Promise<TextReader> {
    const [tokenizer, dense] = [await tokenizers(request), await layers(request)];
    const graph = await plain.load(graphOf(request));
    const reading = request.reading?.task === 'embedding' ? request.reading : BUNDLED;
    return textReader({ tokenizer, graph, dense, maxTokens: request.maxTokens, reading });
  }

  return {
    load: (request) =>
      inTurn(() =>
        failing(request, async () => {
          // Fails now where the model cannot be read as its configuration says.
          await readerFor(request);
          return loadedModel(request, plain);
        }),
      ),

    embed: (request) =>
      inTurn(() =>
        failing(request, async () => embedTexts(request, { network: plain, reader: await readerFor(request) })),
      ),

    // Whoever asks for a vector meanwhile waits for a batch, not for all of them.
    embedEach: (request, embedded) =>
      failing(request, async () => {
        const reader = await inTurn(() => readerFor(request));
        return embedEach(request, { network: plain, reader, inTurn }, embedded);
      }),

    embedSpans: (request) =>
      inTurn(() => failing(request, async () => embedParts(request, await tokenizers(request), { plain, beside }))),

    async countTokens(request): Promise<Uint32Array> {
      return countTokens(await tokenizers(request), request.texts);
    },
  };
}

async function readLayers(request: ModelRequest): Promise<Dense[]> {
  const { reading } = request;
  const layers = reading?.task === 'embedding' ? reading.dense : [];
  return Promise.all(
    layers.map(async (layer) => denseLayer(layer, readSafetensors(await requireFile(request, layer.path)))),
  );
}

async function embedParts(
  request: Parameters<EncoderApi['embedSpans']>[0],
  tokenizer: PreTrainedTokenizer,
  networks: TokenNetworks,
): Promise<EmbeddedBatch> {
  const { network, ...reader } = await tokenReader(request, tokenizer, networks);
  const { reading } = request;
  const normalise = reading?.task !== 'embedding' || reading.normalise;
  let milliseconds = 0;
  const { results, remarks } = await halving({
    request,
    items: [request],
    unit: 'texts',
    room: { batchSize: 1 },
    renew: () => network.renew(),
    async run() {
      const began = performance.now();
      const embedded = await embedSpans(reader, request, normalise);
      milliseconds = performance.now() - began;
      return embedded;
    },
  });
  return { ...results[0]!, milliseconds, remarks };
}
