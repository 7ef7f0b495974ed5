import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ApartNetworks, keptTexts, scoreApart } from '../../src/adapters/model/apart';
import type { Feeds } from '../../src/adapters/model/graph-inputs';
import { pairReader } from '../../src/adapters/model/pairs';
import { webNetwork } from '../web-network';
import { bundledTokenizer, modelPath, sampleReference } from './models';

const MODEL = 'hitrate-reranker';
const { questions, passages } = sampleReference();

/** By ONNX Runtime for the web, on one thread: kernels of other processors and more threads share sums otherwise. */
describe('pairs that are matched together', () => {
  const reader = pairReader(bundledTokenizer(MODEL));
  const request = { folder: '', model: MODEL, device: 'wasm-single', maxTokens: 512, revision: '' } as const;
  const batches: number[] = [];
  let networks: ApartNetworks;

  beforeAll(async () => {
    const file = (name: string) => new Uint8Array(readFileSync(modelPath(MODEL, 'onnx', `${name}_quantized.onnx`)));
    const externalData = [{ path: 'model_quantized.onnx', data: file('model') }];
    const read = await webNetwork(file('read'), { externalData });
    const onRun = (feeds: Feeds): void => void batches.push(feeds['passage_rows']!.dims[0]!);
    const match = await webNetwork(file('match'), { externalData, onRun });
    networks = { read: read.network, match: match.network, threads: 1 };
  });

  it('have the logits of each alone to the last bit, whatever is beside them and in whatever order', async () => {
    const kept = keptTexts();
    const long = passages.slice(0, 6).join(' ');
    const some = ['', 'a', '海', ...passages.slice(0, 40), long, long.slice(3), long.slice(0, 900)];
    for (const query of [questions[2]!, '?', `${questions[5]!} ${questions[9]!} ${questions[7]!}`]) {
      batches.length = 0;
      const together = await scoreApart({ ...request, asked: [{ query, passages: some }] }, reader, networks, kept);
      expect(Math.max(...batches)).toBeGreaterThan(3);
      batches.length = 0;
      const alone = await scoreApart(
        { ...request, asked: [{ query, passages: [...some].reverse() }] },
        reader,
        { ...networks, threads: 2 },
        kept,
      );
      expect(new Set(batches)).toEqual(new Set([1]));
      expect([...alone.logits].reverse()).toEqual([...together.logits]);
    }
  });
});
