import type { AskedPassages, LoadedModel, ModelRequest, RerankerApi, ScoredPairs } from '../../contract/model-workers';
import { type ApartNetworks, keptTexts, scoreApart } from './apart';
import { feedsOf } from './graph-inputs';
import { requireOutput } from './graph-outputs';
import { apartGraphOf, failing, graphOf, isReadApart, loadedModel, mixesRows } from './graphs';
import { halving } from './halving';
import { ONE_LOGIT, relevance } from './logits';
import type { LoadedGraph } from './network';
import { networkPort, type NetworkPort } from './network-port';
import { pairInputs, pairReader, type PairReader, type PairRow, readPairs } from './pairs';
import { requestKey } from './runtime';
import { oneAtATime, slot } from './slot';
import { tokenizerSlot } from './tokenizer';

/** Tokens that are read together, filling included: memory grows with them. A long passage has up to 32 rows of 512. */
const TOKENS = 4_096;

interface PairScorer {
  readonly network: NetworkPort;
  readonly graph: LoadedGraph;
  readonly output: string;
  readonly reader: PairReader;
}

/**
 * A passage too long for the model is read in windows: the best counts. The bundled reranker reads each text once, where
 * it runs on WASM; all others, and it on a GPU, read each pair.
 *
 * @param spawn starts a worker for a network
 */
export function createReranker(spawn: () => Worker): RerankerApi {
  const network = networkPort(spawn);
  const apart: ApartNetworks = { read: networkPort(spawn), match: networkPort(spawn) };
  const tokenizers = tokenizerSlot();
  // Another model has other tokens.
  const texts = slot(requestKey, () => Promise.resolve(keptTexts()));
  const inTurn = oneAtATime();

  async function scorerFor(request: ModelRequest): Promise<PairScorer> {
    const tokenizer = await tokenizers(request);
    const graph = await network.load(graphOf(request));
    const typed = request.reading && graph.inputs.some(({ name }) => name === 'token_type_ids');
    return { network, graph, output: requireOutput('logits', graph.outputs), reader: pairReader(tokenizer, typed) };
  }

  async function loadApart(request: ModelRequest): Promise<LoadedModel> {
    const { model, device } = request;
    const graphs = [
      apart.read.load(apartGraphOf(request, 'read')),
      apart.match.load(apartGraphOf(request, 'match')),
    ] as const;
    const [, read, match] = await Promise.all([tokenizers(request), ...graphs]);
    return { model, device, threads: read.threads, milliseconds: Math.max(read.milliseconds, match.milliseconds) };
  }

  async function score(
    request: ModelRequest & { readonly asked: readonly AskedPassages[] },
    anew = false,
  ): Promise<ScoredPairs> {
    if (!isReadApart(request)) return scorePairs(request, await scorerFor(request));
    await loadApart(request);
    const kept = anew ? keptTexts() : await texts(request);
    return scoreApart(request, pairReader(await tokenizers(request)), apart, kept);
  }

  return {
    load: (request) =>
      inTurn(() =>
        failing(request, async () => {
          if (isReadApart(request)) return loadApart(request);
          // Fails now where the model cannot be read as its configuration says.
          await scorerFor(request);
          return loadedModel(request, network);
        }),
      ),

    score: ({ query, passages, anew, ...request }) =>
      inTurn(() => failing(request, () => score({ ...request, asked: [{ query, passages }] }, anew))),

    scoreAll: (request) => inTurn(() => failing(request, () => score(request))),
  };
}

async function scorePairs(
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
    fits: (items, at) => Math.max(1, Math.floor(TOKENS / items[at]!.ids.length)),
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
