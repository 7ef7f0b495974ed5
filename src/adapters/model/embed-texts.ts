import type { EmbeddedBatch, EmbeddedSome, ModelRequest } from '../../contract/model-workers';
import { alone, asLong, nearlyAsLong, ofAnyLength } from './batches';
import { graphOf, mixesRows } from './graphs';
import { type Attempt, halving } from './halving';
import type { NetworkPort } from './network-port';
import type { TextReader } from './text-reader';

/** A model that texts are read by. */
export interface TextEncoder {
  readonly network: NetworkPort;
  readonly reader: TextReader;
  /** Absent where nothing else uses the network. */
  readonly inTurn?: Attempt<never, never>['inTurn'];
}

type Texts = ModelRequest & { readonly texts: readonly string[] };

/**
 * Vectors of texts, batch by batch. Texts are tokenised once, and stand by their number of tokens: characters do not tell
 * it, as those of Chinese and Japanese are tokens of their own.
 *
 * @param embedded called with each batch, and waited for
 */
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
      const found = vectors(await network.run(graph, { feeds, output: reader.output }));
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

/** Vectors of texts, in their order. */
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
 * Which texts are read together. Filling moves the last digits of a transformer's vectors, as its sums are grouped otherwise, and
 * what is left to embed depends on what was kept from before. So on a processor, where a batch gains little, a text stands beside
 * others as long alone, and has the vector that it has by itself. The bundled model gives that beside others, too; vectors of a
 * GPU depend on the batch anyway.
 */
function togetherBy({ reading, device }: ModelRequest, { beside }: TextReader) {
  const isExact = reading !== undefined && device !== 'webgpu';
  if (beside === 'any') return isExact ? alone : ofAnyLength;
  return isExact || beside === 'as-long' ? asLong : nearlyAsLong;
}
