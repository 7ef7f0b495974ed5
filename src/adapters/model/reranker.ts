import type { ModelRequest, RerankerApi, ScoredPairs } from '../../contract/model-workers';
import { feedsOf } from './graph-inputs';
import { requireOutput } from './graph-outputs';
import { failing, graphOf, loadedModel, mixesRows } from './graphs';
import { halving } from './halving';
import { ONE_LOGIT, relevance } from './logits';
import type { LoadedGraph } from './network';
import { networkPort, type NetworkPort } from './network-port';
import { pairInputs, pairReader, type PairReader, type PairRow, readPairs } from './pairs';
import { oneAtATime } from './slot';
import { tokenizerSlot } from './tokenizer';

/** Rows of a forward pass: a long passage has up to 32 of them, and memory grows with the rows read together. */
const ROWS = 8;

interface PairScorer {
  readonly network: NetworkPort;
  readonly graph: LoadedGraph;
  readonly output: string;
  readonly reader: PairReader;
}

/** A passage too long for the model is read in windows: the best counts. @param spawn starts a worker for a network */
export function createReranker(spawn: () => Worker): RerankerApi {
  const network = networkPort(spawn);
  const tokenizers = tokenizerSlot();
  const inTurn = oneAtATime();

  async function scorerFor(request: ModelRequest): Promise<PairScorer> {
    const tokenizer = await tokenizers(request);
    const graph = await network.load(graphOf(request));
    const typed = request.reading && graph.inputs.some(({ name }) => name === 'token_type_ids');
    return { network, graph, output: requireOutput('logits', graph.outputs), reader: pairReader(tokenizer, typed) };
  }

  return {
    load: (request) =>
      inTurn(() =>
        failing(request, async () => {
          // Fails now where the model cannot be read as its configuration says.
          await scorerFor(request);
          return loadedModel(request, network);
        }),
      ),

    score: (request) => inTurn(() => failing(request, async () => scorePairs(request, await scorerFor(request)))),
  };
}

async function scorePairs(
  request: ModelRequest & { readonly query: string; readonly passages: readonly string[] },
  { network, graph, output, reader }: PairScorer,
): Promise<ScoredPairs> {
  const { query, passages, maxTokens, reading } = request;
  const labels = reading?.task === 'reranking' ? reading : ONE_LOGIT;
  const best = new Float32Array(passages.length).fill(-Infinity);
  const began = performance.now();
  const { rows, tokens, truncated } = readPairs(reader, query, passages, maxTokens);
  let milliseconds = performance.now() - began;
  network.room.batchSize = Math.min(network.room.batchSize, mixesRows(request) ? 1 : ROWS);
  const { remarks } = await halving({
    request,
    items: rows,
    unit: 'pairs',
    room: network.room,
    renew: () => network.renew(),
    async run(batch: readonly PairRow[]) {
      await network.load(graphOf(request));
      const start = performance.now();
      const feeds = feedsOf(graph.inputs, pairInputs(reader, batch));
      const values = relevance(await network.run(graphOf(request), { feeds, output }), batch.length, labels);
      batch.forEach(({ pair }, i) => (best[pair] = Math.max(best[pair]!, values[i]!)));
      milliseconds += performance.now() - start;
    },
  });
  return { logits: best, tokens, truncated, milliseconds, remarks };
}
