import type { PreTrainedTokenizer } from '@xenova/transformers';
import type { ModelRequest } from '../../contract/model-workers';
import { HitrateError, type UnavailableData } from '../../contract/errors';
import { padded } from './batch';
import type { TokenReader } from './late';
import { failureReason } from './failures';
import { feedsOf } from './graph-inputs';
import { outputFor } from './graph-outputs';
import { graphOf, tokenGraphOf } from './graphs';
import type { Graph, LoadedGraph } from './network';
import type { NetworkPort } from './network-port';

/** Two networks of a model: that which embeds texts, and one for the graph beside it. */
export interface TokenNetworks {
  readonly plain: NetworkPort;
  readonly beside: NetworkPort;
}

/**
 * Vectors of tokens: those of the model's own graph where it gives them, or of `onnx/tokens_quantized.onnx` beside it,
 * whose weights are those of `onnx/model_quantized.onnx`.
 *
 * @throws {HitrateError} `model-unavailable` where the model has neither, or makes its vectors otherwise than by a mean
 */
export async function tokenReader(
  request: ModelRequest,
  tokenizer: PreTrainedTokenizer,
  { plain, beside }: TokenNetworks,
): Promise<TokenReader & { readonly network: NetworkPort }> {
  const why = whyNot(request);
  if (why !== null) throw noTokenVectors(request, why);
  const own = graphOf(request);
  const loaded = await plain.load(own);
  const output = outputFor('token vectors', loaded.outputs);
  if (output !== null) return readerOf(tokenizer, plain, own, loaded, output);
  if (request.reading) throw noTokenVectors(request, 'text-vectors');
  const graph = tokenGraphOf(request);
  const network = await beside.load(graph).catch((cause: unknown) => {
    throw noTokenVectors(request, { reason: failureReason(cause) }, cause);
  });
  return readerOf(tokenizer, beside, graph, network, outputFor('token vectors', network.outputs)!);
}

function readerOf(
  tokenizer: PreTrainedTokenizer,
  network: NetworkPort,
  graph: Graph,
  { inputs }: LoadedGraph,
  output: string,
): TokenReader & { readonly network: NetworkPort } {
  return {
    tokenizer,
    network,
    async read(ids) {
      const row = (values: readonly number[]) => padded([values], ids.length, 0);
      const tokens = { input_ids: row(ids), attention_mask: row(ids.map(() => 1)) };
      const { data, dims } = await network.run(graph, { feeds: feedsOf(inputs, tokens), output });
      return { data, dimensions: dims[2]! };
    },
  };
}

/** The vector of a part is the mean of its tokens' vectors, as late chunking defines it: null where the model's is, too. */
function whyNot({ reading }: ModelRequest): WhyNot | null {
  if (reading?.task !== 'embedding') return null;
  if (reading.pooling !== 'mean') return { pooling: reading.pooling };
  return reading.dense.length > 0 ? 'dense' : null;
}

type WhyNot = UnavailableData['no-token-vectors']['why'];

const noTokenVectors = ({ model }: ModelRequest, why: WhyNot, cause?: unknown): HitrateError =>
  new HitrateError('model-unavailable', { code: 'no-token-vectors', data: { model, why } }, { cause });
