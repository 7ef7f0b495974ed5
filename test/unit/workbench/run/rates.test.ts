import { describe, expect, it } from 'vitest';
import type { StoragePort } from '../../../../src/contract/storage';
import type { ExperimentSpec } from '../../../../src/domain/experiment/experiment';
import { rateKey, readRates, rememberRates, workPerItem } from '../../../../src/workbench/run/rates';

const dense = (model: string, device = 'wasm') => ({ kind: 'dense', model, device, maxTokens: 100 });
const spec = (...retrievers: object[]) =>
  ({
    systems: [
      { id: 'a', retrievers, rerank: { kind: 'cross-encoder', model: 'judge', device: 'wasm', maxTokens: 100 } },
    ],
  }) as unknown as ExperimentSpec;

const english = [{ language: 'en', share: 1 }];
const chinese = [{ language: 'zh', share: 1 }];
const passages = { passages: 10, characters: 1500 };

function opened() {
  const kept = new Map<string, unknown>();
  const settings = {
    get: (key: string) => Promise.resolve(kept.get(key)),
    put: (key: string, value: unknown) => Promise.resolve(void kept.set(key, value)),
  };
  return { settings } as unknown as StoragePort;
}

describe('the work of an item', () => {
  it('grows with the tokens of a passage, of which a Chinese one has more, up to what the model reads', () => {
    const work = (languages: typeof english, characters = 1500) =>
      workPerItem('rerank', { passages: 10, characters }, languages, spec(dense('m')));
    expect(work(english)).toBeCloseTo(32 + 150 / 4.5);
    expect(
      work([
        { language: 'en', share: 0.5 },
        { language: 'zh', share: 0.5 },
      ]),
    ).toBeCloseTo(32 + 75 / 4.5 + 75 / 1.5);
    expect(work(chinese)).toBe(32 + 100);
    expect(work(english, 1e6)).toBe(32 + 100);
  });

  it('is passages for a search, tokens without a limit for an index of words, and 1 elsewhere', () => {
    expect(workPerItem('dense-search', passages, english, spec())).toBe(1010);
    expect(workPerItem('lexical-index', { passages: 1, characters: 4500 }, english, spec())).toBe(32 + 1000);
    expect(workPerItem('learn', passages, english, spec())).toBe(1);
  });
});

describe('the pace of a stage', () => {
  it('is kept by model and device, whatever their order', () => {
    expect(rateKey('passage-vectors', spec(dense('b'), dense('a', 'webgpu'), dense('b')))).toBe(
      rateKey('passage-vectors', spec(dense('a', 'webgpu'), dense('b'))),
    );
    expect(rateKey('passage-vectors', spec(dense('a')))).not.toBe(
      rateKey('passage-vectors', spec(dense('a', 'webgpu'))),
    );
    expect(rateKey('rerank', spec(dense('a')))).toBe(rateKey('rerank', spec(dense('b'))));
  });

  it('is that of the work: other texts by the same model have another time for a passage', async () => {
    const storage = opened();
    await rememberRates(storage, spec(dense('m')), [passages], english, { 'passage-vectors': 0.2 });
    const rate = (await readRates(storage))[rateKey('passage-vectors', spec(dense('m')))]!;
    expect(rate).toBeCloseTo(0.2 / (32 + 150 / 4.5));
  });

  it('moves halfway, as a ratio, to what a run shows', async () => {
    const storage = opened();
    await rememberRates(storage, spec(), [passages], english, { learn: 0.01, 'dense-search': 1.01 });
    await rememberRates(storage, spec(), [passages, { passages: 30, characters: 1 }], english, { learn: 0.09 });
    expect(await readRates(storage)).toEqual({ learn: expect.closeTo(0.03), 'dense-search': 0.001 });
  });
});
