import type { AskedPassages, ModelRequest, ScoredPairs } from '../../contract/model-workers';
import { rowInputs, feedsOf } from './graph-inputs';
import { nearlyAsLong } from './batches';
import { graphOf, mixesRows, halving, type NetworkPort } from './network-port';
import { ONE_LOGIT, relevance } from './logits';
import type { LoadedGraph } from './network';
import { type PairReader, type PairRow, readPairs } from './pairs';

export interface PairScorer {
  readonly network: NetworkPort;
  readonly graph: LoadedGraph;
  readonly output: string;
  readonly reader: PairReader;
}

/** Scores pairs in batches of rows of like length, whoever asked. */
export async function scorePairs(
  request: ModelRequest & { readonly asked: readonly AskedPassages[] },
  { network, graph, output, reader }: PairScorer,
): Promise<ScoredPairs> {
  const { asked, maxTokens, reading } = request;
  const labels = reading?.task === 'reranking' ? reading : ONE_LOGIT;
  const began = performance.now();
  const { rows, tokens, truncated } = readPairs(reader, asked, maxTokens);
  let milliseconds = performance.now() - began;
  const best = new Float32Array(tokens.length).fill(-Infinity);
  if (mixesRows(request)) network.room.batchSize = 1;
  const { remarks } = await halving({
    request,
    items: rows,
    unit: 'pairs',
    room: network.room,
    fits: nearlyAsLong,
    renew: () => network.renew(),
    async run(batch: readonly PairRow[]) {
      await network.load(graphOf(request));
      const start = performance.now();
      const feeds = feedsOf(graph.inputs, rowInputs(reader.tokenizer, batch));
      const values = relevance(await network.run(graphOf(request), { feeds, output }), batch.length, labels);
      batch.forEach(({ pair }, i) => (best[pair] = Math.max(best[pair]!, values[i]!)));
      milliseconds += performance.now() - start;
    },
  });
  return { logits: best, tokens, truncated, milliseconds, remarks };
}
