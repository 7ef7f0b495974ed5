import type { AskedPassages, LoadedModel, ModelRequest, RerankerApi, ScoredPairs } from '../../contract/model-workers';
import { keptTexts, scoreApart } from './apart';
import { feedsOf, requireOutput, rowInputs } from './graph-inputs';
import type { LoadedGraph } from './network';
import {
  apartGraphOf,
  failing,
  graphOf,
  halving,
  isReadApart,
  loadedModel,
  mixesRows,
  nearlyAsLong,
  networkPort,
  type NetworkPort,
} from './network-port';
import { ONE_LOGIT, pairReader, type PairReader, type PairRow, readPairs, relevance } from './pairs';
import { requestKey, tokenizerSlot } from './runtime';
import { sideBySide, slot } from './slot';

export interface PairScorer {
  readonly network: NetworkPort;
  readonly graph: LoadedGraph;
  readonly output: string;
  readonly reader: PairReader;
}

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
      const found = await network.run(graphOf(request), { feeds, outputs: [output] });
      const values = relevance(found[output]!, batch.length, labels);
      batch.forEach(({ pair }, i) => (best[pair] = Math.max(best[pair]!, values[i]!)));
      milliseconds += performance.now() - start;
    },
  });
  return { logits: best, tokens, truncated, milliseconds, remarks };
}

/** While the network matches what one call has laid out, another is laid out and read. */
const AT_ONCE = 2;

/** The best window of a long passage counts. Only the bundled reranker on WASM reads each text once, not each pair. */
export function createReranker(spawn: () => Worker): RerankerApi {
  const network = networkPort(spawn);
  const apart = { read: networkPort(spawn), match: networkPort(spawn) };
  const tokenizers = tokenizerSlot();
  // Another model has other tokens.
  const texts = slot(requestKey, () => Promise.resolve(keptTexts()));
  const inTurn = sideBySide(AT_ONCE);

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

  async function score(request: ModelRequest & { readonly asked: readonly AskedPassages[] }, anew = false) {
    if (!isReadApart(request)) return scorePairs(request, await scorerFor(request));
    const { threads } = await loadApart(request);
    const kept = anew ? keptTexts() : await texts(request);
    return scoreApart(request, pairReader(await tokenizers(request)), { ...apart, threads }, kept);
  }

  return {
    load: (request) =>
      inTurn(null, () =>
        failing(request, async () => {
          if (isReadApart(request)) return loadApart(request);
          // Fails now where the model cannot be read as its configuration says.
          await scorerFor(request);
          return loadedModel(request, network);
        }),
      ),

    score: ({ query, passages, anew, ...request }) =>
      inTurn(null, () => failing(request, () => score({ ...request, asked: [{ query, passages }] }, anew))),

    scoreAll: (request) =>
      inTurn(isReadApart(request) ? requestKey(request) : null, () => failing(request, () => score(request))),
  };
}
