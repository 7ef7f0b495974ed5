import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Feeds } from '../../../../src/adapters/model/graph-inputs';
import { pairReader } from '../../../../src/adapters/model/pairs';
import { scorePairs } from '../../../../src/adapters/model/score-pairs';
import type { RerankingConfiguration } from '../../../../src/domain/models/configuration';
import { bundledTokenizer, sampleReference } from '../../../golden/models';
import { webNetwork } from '../../../web-network';

const ROOT = join(import.meta.dirname, '../../../..');

/** Tokens that the network reads, filling included: what the time follows, and the same on every machine. */
it('a cross-encoder reads at most two thirds of the tokens of a call a question, and gives the same logits', async () => {
  const file = new Uint8Array(readFileSync(join(ROOT, 'test/fixtures/models/bert-64-one-logit.onnx')));
  let read = 0;
  const onRun = (feeds: Feeds): void => {
    const [rows, length] = feeds['input_ids']!.dims;
    read += rows! * length!;
  };
  const { graph, network } = await webNetwork(file, { onRun });
  const scorer = { network, graph, output: 'logits', reader: pairReader(bundledTokenizer('hitrate-reranker'), true) };
  const reading: RerankingConfiguration = {
    task: 'reranking',
    weights: { path: 'onnx/model.onnx', dtype: 'fp32', externalData: [] },
    logit: 'only',
    relevant: 0,
    maxTokens: 128,
  };
  const request = { folder: '', model: 'm', revision: '', device: 'wasm-single', maxTokens: 128, reading } as const;
  const { questions, passages } = sampleReference();
  const story = passages.join(' ');
  // From a word to a hundred tokens.
  const asked = questions.slice(0, 12).map((query, q) => ({
    query: query.slice(0, 40),
    passages: Array.from({ length: 16 }, (_, i) => story.slice(99 * q, 99 * q + 4 * 1.2 ** i)),
  }));

  const together = await scorePairs({ ...request, asked }, scorer);
  const ours = read;
  const alone: number[] = [];
  let plain = 0;
  for (const each of asked) {
    const { logits, tokens } = await scorePairs({ ...request, asked: [each] }, scorer);
    alone.push(...logits);
    plain += tokens.length * Math.max(...tokens);
  }
  expect(ours).toBeLessThan((2 / 3) * plain);
  alone.forEach((logit, i) => expect(Math.abs(logit - together.logits[i]!)).toBeLessThan(1e-4));
});
