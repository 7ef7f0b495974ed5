import { beforeAll, describe, expect, it } from 'vitest';
import { onnxRuntimePath } from '../../tools/onnxruntime.mjs';
import { publishedRepositories, WITHOUT_METADATA } from '../hub-repositories';
import { madeRepositories, troubled } from '../made-repositories';
import { isRefused, readRepository } from '../../src/domain/models/read-repository';
import { textsOf } from '../../src/domain/models/source';
import { readingOf, withOverrides } from '../../src/domain/models/repository';
import { messageOf } from '../../src/ui/shared/messages/message-of';
import type { HubRepository } from '../hub';
import { keptTexts, type KeptTexts, scoreApart } from '../../src/adapters/model/apart';
import { rowInputs } from '../../src/adapters/model/graph-inputs';
import type { NetworkPort } from '../../src/adapters/model/network-port';
import { pairReader, readPairs } from '../../src/adapters/model/pairs';
import type { AskedPassages } from '../../src/contract/model-workers';
import { bundledGraph, bundledTokenizer, sampleReference } from './models';

const hasRuntime = onnxRuntimePath() !== null;
const published = publishedRepositories();

/** What the app makes of a repository's files, as a hub lists them. */
function read({ id, files }: HubRepository) {
  const listed = files.map(({ path, content }) => ({ path, bytes: content.length }));
  const texts = new Map(
    textsOf(listed).map((path) => [path, files.find((file) => file.path === path)!.content.toString()]),
  );
  return readRepository(listed, texts, id);
}

describe('repositories of test models', () => {
  if (published.length === 0) it.skip(`with published metadata: ${WITHOUT_METADATA}`, () => undefined);

  it.each([...published, ...madeRepositories()].map((repository) => [repository.id, repository] as const))(
    '%s is read as its model is meant',
    (_, repository) => {
      const offer = read(repository);
      if (isRefused(offer)) throw new Error(JSON.stringify(offer.problems));
      const { truth, fp32, int8, said } = repository;
      const paths = offer.weights.map(({ path }) => path);
      expect(paths).toContain(fp32);
      if (int8) expect(paths).toContain(int8);
      const reading = withOverrides(readingOf(offer, paths.indexOf(fp32)), said ?? {});
      expect([reading.task, reading.maxTokens]).toEqual([truth.task, truth.maxTokens]);
      if (truth.task === 'reranking') {
        const logit = truth.labels === 1 ? { logit: 'only' } : { logit: 'difference', relevant: 1 };
        expect(reading).toMatchObject(logit);
        return;
      }
      const { pooling, normalise, query: queryPrefix, passage: passagePrefix } = truth;
      expect(reading).toMatchObject({ pooling, normalise, queryPrefix, passagePrefix });
      const dense = reading.task === 'embedding' ? reading.dense : [];
      expect(dense.map(({ path, activation }) => ({ path, tanh: activation === 'tanh' }))).toEqual(
        truth.dense ? [truth.dense] : [],
      );
      // Where a person has to say how it is pooled, its width is not known either before it has run.
      if (said) expect(offer.embedding!.pooling.certainty).toBe('assumed');
      else expect(offer.dimensions?.value).toBe(truth.dimensions);
    },
  );

  it('takes external data along with the weights that it belongs to', () => {
    const offer = read(madeRepositories().find(({ id }) => id === 'example/external-data')!);
    if (isRefused(offer)) throw new Error(JSON.stringify(offer.problems));
    expect(offer.weights[0]!.externalData).toEqual(['onnx/model.onnx_data']);
  });

  it.each([
    ['weights in no ONNX file', troubled.withoutOnnx(), 'ONNX'],
    ['a dense layer that is a Python pickle', troubled.pickled(), '2_Dense'],
  ])('refuses %s, and says so', (_, repository, word) => {
    const offer = read(repository);
    if (!isRefused(offer)) throw new Error('It was not refused.');
    expect(offer.problems.map((problem) => messageOf(problem)).join(' ')).toContain(word);
  });
});

/** How far logits may be from those of the whole graph for a pair alone, and how far a batch may move them. */
const [APART, BATCHED] = [1e-4, 2e-5];

const MODEL = 'hitrate-reranker';
const { questions, passages } = sampleReference();
const long = (words: number): string => `${passages.join(' ').slice(0, words * 6)} ${passages[3]!}`;

describe.skipIf(!hasRuntime)('the reranker that reads each text once (npm test installs its runtime)', () => {
  const reader = pairReader(bundledTokenizer(MODEL));
  const reads = { texts: 0 };
  let networks: Parameters<typeof scoreApart>[2];
  let whole: (asked: AskedPassages) => Promise<number[]>;

  beforeAll(async () => {
    const port = (run: Awaited<ReturnType<typeof bundledGraph>>, counted?: typeof reads) =>
      ({
        room: { batchSize: Infinity },
        renew: () => undefined,
        run: (_, { feeds, outputs }) => {
          if (counted) counted.texts += feeds['input_ids']!.dims[0]!;
          return run(feeds, outputs);
        },
      }) as Partial<NetworkPort> as NetworkPort;
    networks = {
      read: port(await bundledGraph(MODEL, 'read'), reads),
      match: port(await bundledGraph(MODEL, 'match')),
      threads: 2,
    };
    const model = await bundledGraph(MODEL, 'model');
    whole = async (asked) => {
      const best = asked.passages.map(() => -Infinity);
      for (const row of readPairs(reader, [asked], 512).rows) {
        const { logits } = await model(rowInputs(reader.tokenizer, [row]), ['logits']);
        best[row.pair] = Math.max(best[row.pair]!, logits!.data[0]!);
      }
      return best;
    };
  });

  const request = { folder: '', model: MODEL, device: 'wasm', maxTokens: 512, revision: '' } as const;
  const score = (asked: readonly AskedPassages[], kept: KeptTexts = keptTexts()) =>
    scoreApart({ ...request, asked }, reader, networks, kept);

  const furthest = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
    Array.from(a).reduce((most, value, i) => Math.max(most, Math.abs(value - b[i]!)), 0);

  it(`gives the logits of the whole graph within ${APART}: passages of all languages`, async () => {
    const asked = questions
      .filter((_, i) => i % 10 === 0)
      .map((query, i) => ({ query, passages: passages.filter((_, p) => p % 12 === i % 12) }));
    const { logits } = await score(asked);
    const plain = (await Promise.all(asked.map(whole))).flat();
    expect(plain.length).toBe(logits.length);
    expect(furthest(logits, plain)).toBeLessThan(APART);
    // They differ more among each other than from what they are held to.
    expect(Math.max(...plain) - Math.min(...plain)).toBeGreaterThan(5);
  });

  it('does so for texts at the edges: none, one token, special tokens written out, a long question, windows', async () => {
    const odd = ['', 'a', '[SEP]', `written [SEP] out [CLS] ${questions[0]!}`, questions[1]!];
    const asked = [
      { query: questions[0]!, passages: [...odd, long(900), long(400)] },
      { query: '', passages: [...odd, passages[0]!] },
      { query: '?', passages: [...odd, passages[1]!] },
      // More tokens than count; more than leave the passage its place; more than half of what the model reads.
      ...[60, 150, 600].map((words) => ({ query: long(words), passages: [...odd, passages[3]!, long(900)] })),
    ];
    for (const each of asked) expect(furthest((await score([each])).logits, await whole(each))).toBeLessThan(APART);
  });

  it('tells tokens and what was not read as the whole graph does', async () => {
    const asked = [{ query: questions[0]!, passages: ['', long(900), '日本'.repeat(20_000), 'x '.repeat(40_000)] }];
    const { tokens, truncated } = await score(asked);
    expect(readPairs(reader, asked, 512)).toMatchObject({ tokens, truncated });
    expect([...truncated]).toEqual([0, 0, 1, 1]);
  });

  it(`gives a pair the same logit within ${BATCHED} whatever it is scored with, and whatever was read before`, async () => {
    const query = questions[2]!;
    const some = ['short', '', long(300), passages[3]!, passages[9]!, '海'];
    const kept = keptTexts();
    const together = await score([{ query, passages: some }], kept);
    const again = await score([{ query, passages: [...some].reverse() }], kept);
    expect(furthest(again.logits, [...together.logits].reverse())).toBeLessThan(BATCHED);
    for (const [i, passage] of some.entries()) {
      const [alone] = (await score([{ query, passages: [passage] }])).logits;
      expect(Math.abs(alone! - together.logits[i]!)).toBeLessThan(BATCHED);
    }
  });

  it('reads a passage once for all questions, and again where nothing is kept', async () => {
    const asked = questions.slice(0, 6).map((query) => ({ query, passages: passages.slice(0, 8) }));
    const kept = keptTexts();
    const before = reads.texts;
    await score(asked, kept);
    expect(reads.texts - before).toBe(6 + 8);
    await score([asked[0]!], kept);
    expect(reads.texts - before).toBe(6 + 8 + 1);
    await score([asked[0]!]);
    expect(reads.texts - before).toBe(6 + 8 + 1 + 9);
  });
});
