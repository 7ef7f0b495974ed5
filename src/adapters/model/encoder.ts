import type { PreTrainedTokenizer } from '@xenova/transformers';
import type { EmbeddedBatch, EncoderApi, ModelRequest } from '../../contract/model-workers';
import { type Dense, denseLayer } from './dense';
import { embedEach, embedTexts } from './embed-texts';
import { failing, graphOf, loadedModel } from './graphs';
import { halving } from './halving';
import { embedSpans } from './late';
import { networkPort, type NetworkPort } from './network-port';
import { requestKey } from './runtime';
import { readSafetensors } from './safetensors';
import { oneAtATime, slot } from './slot';
import { requireFile } from './stored-files';
import { BUNDLED, textReader, type TextReader } from './text-reader';
import { countTokens } from './token-count';
import { tokenReader } from './token-network';
import { tokenizerSlot } from './tokenizer';

/** Embedding models, bundled and added. @param spawn starts a worker for a network */
export function createEncoder(spawn: () => Worker): EncoderApi {
  const plain = networkPort(spawn);
  const beside = networkPort(spawn);
  const tokenizers = tokenizerSlot();
  const layers = slot(requestKey, readLayers);
  const inTurn = oneAtATime();

  async function readerFor(request: ModelRequest): Promise<TextReader> {
    const [tokenizer, dense] = [await tokenizers(request), await layers(request)];
    const graph = await plain.load(graphOf(request));
    const { reading, maxTokens } = request;
    return textReader({
      tokenizer,
      graph,
      dense,
      maxTokens,
      reading: reading?.task === 'embedding' ? reading : BUNDLED,
    });
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
  networks: { readonly plain: NetworkPort; readonly beside: NetworkPort },
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
      const embedded = await embedSpans(reader, { ...request, normalise });
      milliseconds = performance.now() - began;
      return embedded;
    },
  });
  return { ...results[0]!, milliseconds, remarks };
}
