import type { AskedPassages, ModelRequest, ScoredPairs } from '../../contract/model-workers';
import { feedsOf } from './graph-inputs';
import { graphOf, mixesRows } from './graphs';
import { halving } from './halving';
import { ONE_LOGIT, relevance } from './logits';
import type { LoadedGraph } from './network';
import type { NetworkPort } from './network-port';
import { pairInputs, type PairReader, type PairRow, readPairs } from './pairs';

/** Tokens that are read together, filling included: memory grows with them. A long passage has up to 32 rows of 512. */
const TOKENS = 4_096;

/** A row that is shorter than this share of the longest begins another batch: it would be filled for nothing. */
const ALIKE = 0.8;

/** A cross-encoder that reads each pair. */
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
    fits: alike,
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

/** How many rows from one on are read together: the longest of those that are left, and others nearly as long. */
function alike(rows: readonly PairRow[], at: number): number {
  const longest = rows[at]!.ids.length;
  const most = Math.min(rows.length - at, Math.max(1, Math.floor(TOKENS / longest)));
  let count = 1;
  while (count < most && rows[at + count]!.ids.length >= ALIKE * longest) count++;
  return count;
}
