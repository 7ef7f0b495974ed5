import type { EmbeddedBatch, ModelRequest } from '../../contract/model-workers';
import { graphOf, mixesRows } from './graphs';
import { halving } from './halving';
import type { NetworkPort } from './network-port';
import type { TextReader } from './text-reader';

/** Vectors of texts, all in one batch where there is room for it. */
export async function embedTexts(
  request: ModelRequest & { readonly texts: readonly string[] },
  network: NetworkPort,
  reader: TextReader,
): Promise<EmbeddedBatch> {
  const graph = graphOf(request);
  if (!reader.batches || mixesRows(request)) network.room.batchSize = 1;
  const { results, remarks } = await halving({
    request,
    items: request.texts,
    unit: 'texts',
    room: network.room,
    renew: () => network.renew(),
    async run(texts) {
      await network.load(graph);
      const began = performance.now();
      const { feeds, tokens, vectors } = reader.read(texts);
      const output = await network.run(graph, { feeds, output: reader.output });
      return { ...vectors(output), tokens, milliseconds: performance.now() - began };
    },
  });
  return {
    vectors: joined(
      Float32Array,
      results.map(({ vectors }) => vectors),
    ),
    dimensions: results[0]?.dimensions ?? 0,
    tokens: joined(
      Uint32Array,
      results.map(({ tokens }) => tokens),
    ),
    milliseconds: results.reduce((sum, { milliseconds }) => sum + milliseconds, 0),
    remarks,
  };
}

type EncodedNumbers = Float32Array | Uint32Array;

function joined<T extends EncodedNumbers>(Kind: new (length: number) => T, parts: readonly T[]): T {
  if (parts.length === 1) return parts[0]!;
  const whole = new Kind(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
