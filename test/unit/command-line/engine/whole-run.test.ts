import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fuse } from '../../../../src/domain/fusion/fuse';
import type { FusionSpec } from '../../../../src/domain/fusion/fusion-spec';
import { NO_PARTS } from '../../../../src/domain/experiment/parts';
import { DEFAULT_ANALYZER } from '../../../../src/domain/text/analyzer-spec';
import { rank } from '../../../../src/domain/run/order';
import type { DocId, Ranking } from '../../../../src/base/types';
import { hasEngineDescriptions } from '../../../engine-descriptions';
import { bm25 } from '../../../engine-server/bm25';
import { recordedElasticsearch } from '../../../engine-server/elasticsearch';
import { recordedOpensearch } from '../../../engine-server/opensearch';
import { madeCollection } from '../../../engine-server/passages';
import { recordedQdrant } from '../../../engine-server/qdrant';
import { EngineFolder, listsOf } from '../../../engine-server/run';
import { type Engine, type EngineServer, startEngine } from '../../../engine-server/server';

const { passages, questions } = madeCollection(40, 6);
const WORDS = {
  kind: 'lexical',
  analyzer: DEFAULT_ANALYZER,
  scorer: { kind: 'bm25-lucene', k1: 1.2, b: 0.7, lengths: 'byte' },
  question: { kind: 'as-asked' },
} as const;
const VECTORS = {
  kind: 'file-vectors',
  name: 'x',
  hash: '0'.repeat(64),
  search: { kind: 'nearest', metric: 'cosine' },
} as const;
const FUSION: FusionSpec = { method: 'rrf', constant: 60, weights: [1, 1] };
const WEIGHTED: FusionSpec = { method: 'rrf', constant: 10, weights: [2, 1] };
/** What an engine weights or normalises in its own way. */
const OWN: Readonly<Record<string, readonly FusionSpec[]>> = {
  opensearch: [
    WEIGHTED,
    { method: 'arithmetic-mean', norm: 'opensearch-min-max', absent: 'zero', weights: [0.3, 0.7] },
    { method: 'geometric-mean', norm: 'opensearch-min-max', absent: 'skip', weights: [0.3, 0.7] },
    { method: 'harmonic-mean', norm: 'opensearch-min-max', absent: 'skip', weights: [0.3, 0.7] },
    { method: 'arithmetic-mean', norm: 'opensearch-z-score', absent: 'zero', weights: [0.3, 0.7] },
  ],
  elasticsearch: [WEIGHTED, { method: 'wsum', norm: 'elasticsearch-min-max', absent: 'zero', weights: [0.3, 0.7] }],
  qdrant: [
    { method: 'qdrant-rrf', k: 11, weights: [2, 1] },
    { method: 'sum', norm: { kind: 'dbsf', deviation: 'sample', clamp: false }, absent: 'zero' },
  ],
};
/** What reads scores of words as they are: an engine's own scores of vectors are moved, which changes their ratios. */
const OF_WORDS: Readonly<Record<string, readonly FusionSpec[]>> = {
  opensearch: [
    { method: 'arithmetic-mean', norm: 'l2', absent: 'zero', weights: [0.3, 0.7] },
    { method: 'geometric-mean', norm: 'l2', absent: 'skip', weights: [0.3, 0.7] },
    { method: 'harmonic-mean', norm: 'l2', absent: 'skip', weights: [0.3, 0.7] },
  ],
  elasticsearch: [
    { method: 'wsum', norm: 'l2', absent: 'zero', weights: [0.3, 0.7] },
    { method: 'wsum', norm: 'none', absent: 'zero', weights: [0.3, 0.7] },
  ],
  qdrant: [],
};
const FLAT_WORDS = { ...WORDS, scorer: { ...WORDS.scorer, k1: 2, b: 0.1 } } as const;
const experiment = {
  schema: 1,
  systems: [
    { id: 'words', retrievers: [WORDS], ...NO_PARTS },
    { id: 'vectors', retrievers: [VECTORS], ...NO_PARTS },
    { id: 'both', retrievers: [WORDS, VECTORS], ...NO_PARTS, fusion: FUSION },
  ],
  ...{ depth: 100, lists: 'depth', ks: [10], measures: ['nDCG@10'], relevance: 1, missing: 'zero' },
};
const DEPTH = 100;

const ENGINES: Readonly<Record<string, () => Engine>> = {
  opensearch: recordedOpensearch,
  elasticsearch: recordedElasticsearch,
  qdrant: recordedQdrant,
};

const cosine = (a: readonly number[], b: readonly number[]): number => {
  const product = (x: readonly number[], y: readonly number[]) => x.reduce((sum, v, i) => sum + v * y[i]!, 0);
  return product(a, b) / Math.sqrt(product(a, a) * product(b, b));
};

const ranked = (scores: Iterable<readonly [string, number]>): Ranking =>
  rank([...scores].map(([id, score]) => ({ id: id as DocId, score }))).slice(0, DEPTH);

type Asked = typeof WORDS | typeof FLAT_WORDS | typeof VECTORS;

/** What is scored for a question, in the order of the passages. */
function scored(
  { text, vector }: (typeof questions)[number],
  retrievers: readonly Asked[] = [WORDS, VECTORS],
): readonly (readonly (readonly [string, number])[])[] {
  const terms = passages.map(({ id, text: passage }) => [id, passage.split(' ')] as const);
  return retrievers.map((each) =>
    each.kind === 'lexical'
      ? [...bm25(terms, each.scorer)(text.split(' '))]
      : passages.map(({ id, vector: own }) => [id, cosine(own, vector)] as const),
  );
}

/** What Hitrate itself finds for a question. */
function expected(question: (typeof questions)[number]): Record<'words' | 'vectors' | 'both', Ranking> {
  const [words, vectors] = scored(question).map(ranked) as [Ranking, Ranking];
  return { words, vectors, both: fuse([words, vectors], FUSION) };
}

/** The lists that an engine joins: by their ranks, equal scores are in the order of the passages, which is not trec_eval's. */
const asEngine = (
  question: (typeof questions)[number],
  { method }: FusionSpec,
  retrievers: readonly Asked[],
): Ranking[] =>
  scored(question, retrievers).map((scores) =>
    scores.map(([id, score], place) => ({
      id: id as DocId,
      score: /rrf$/.test(method) ? score - place * 1e-9 : score,
    })),
  );

describe.skipIf(!hasEngineDescriptions()).each(Object.entries(ENGINES))('a run on %s', (name, engine) => {
  let server: EngineServer;
  let folder: EngineFolder;
  const address = (): string => `${name}+http://${server.host}`;
  beforeEach(async () => {
    server = await startEngine(engine());
    folder = new EngineFolder(passages, questions);
  });
  afterEach(async () => {
    await server.stop();
    folder.remove();
  });

  it('finds what Hitrate finds, by requests that the published interface has', { timeout: 120_000 }, async () => {
    const { run, said } = await folder.run(address(), { experiment });
    expect(server.problems()).toEqual([]);
    expect(Object.keys(run!.runs)).toEqual(['1-words.run', '2-vectors.run', '3-both.run']);
    const [words, vectors, both] = Object.values(run!.runs).map(listsOf);
    for (const question of questions) {
      const here = expected(question);
      for (const [lists, ranking] of [
        [words, here.words],
        [vectors, here.vectors],
        [both, here.both],
      ] as const) {
        const found = lists!.get(question.id)!;
        expect(found.map(({ id }) => id)).toEqual(ranking.map(({ id }) => id));
        found.forEach(({ score }, i) => expect(score).toBeCloseTo(ranking[i]!.score, 5));
      }
    }
    expect(said.join('\n')).toMatch(/Building the index “hitrate_mine_[0-9a-f]+”[\s\S]*stays for the next command/);

    // The same command finds its index, and builds none.
    const before = server.requests.length;
    const again = await folder.run(address(), { experiment });
    expect(again.run!.runs).toEqual(run!.runs);
    const later = server.requests.slice(before).map(({ method }) => method);
    expect(later).not.toContain('PUT');
    expect(later).not.toContain('PATCH');
    expect(again.said.join('\n')).toContain('is there, with 40 passages');
  });

  it(
    'joins lists in the engine where it is asked to, in the order of the same fusion here',
    { timeout: 120_000 },
    async () => {
      const both: FusionSpec[] = [FUSION, ...OWN[name]!];
      const asked = [
        ...both.map((fusion) => ({ fusion, retrievers: [WORDS, VECTORS] })),
        ...OF_WORDS[name]!.map((fusion) => ({ fusion, retrievers: [WORDS, FLAT_WORDS] })),
      ];
      const systems = asked.map((parts, i) => ({ id: `both-${i}`, ...NO_PARTS, ...parts }));
      const { run } = await folder.run(address(), { experiment: { ...experiment, systems }, fusedBy: 'engine' });
      expect(server.problems()).toEqual([]);
      for (const [i, { fusion, retrievers }] of asked.entries()) {
        const lists = listsOf(run!.runs[`${i + 1}-both-${i}.run`]!);
        for (const question of questions) {
          const here = fuse(asEngine(question, fusion, retrievers), fusion).slice(0, DEPTH);
          const there = lists.get(question.id)!;
          expect(there).toHaveLength(here.length);
          // Where scores differ by more than single precision has, the order is the same; a window may cut among equals.
          const place = new Map(there.map(({ id }, at) => [id, at]));
          const last = here.at(-1)!.score;
          here.slice(1).forEach(({ id, score }, at) => {
            if (here[at]!.score - score <= 1e-6) return;
            expect(place.get(here[at]!.id)).toBeLessThan(place.get(id) ?? (score - last <= 1e-6 ? Infinity : -1));
          });
        }
      }
      // One search for each, and none of a list alone.
      expect(server.requests.filter(({ path }) => /_msearch$|query\/batch$/.test(path))).toHaveLength(asked.length);
      expect(run!.request.note).toMatchObject({
        engine: { systems: { 'both-0': { fusion: { by: 'engine', as: { form: 'rrf' } } } } },
      });
    },
  );

  it('says before it asks, and in results, where it scores words otherwise than the page', async () => {
    const exact = { ...WORDS, scorer: { kind: 'bm25-lucene', k1: 1.2, b: 0.7 } };
    const systems = [{ id: 'exact', retrievers: [exact], ...NO_PARTS }];
    const spec = { ...experiment, systems };
    const sentence =
      /^exact: \w+ cannot score by BM25 \(Lucene\) with exact lengths\. Words are scored by BM25 \(Lucene\) with lengths in one byte \(k1 1\.2, b 0\.7\)/m;
    const planned = await folder.run(address(), { experiment: spec, dryRun: true });
    const { run, said } = await folder.run(address(), { experiment: spec });
    // What Qdrant adds up is weighed by Hitrate, with lengths as they are.
    const isOther = name !== 'qdrant';
    for (const each of [planned.said, said]) expect(sentence.test(each.join('\n'))).toBe(isOther);
    const noted = { lengths: 'byte', scoring: 'bm25-lucene:byte', insteadOf: 'bm25-lucene' };
    expect(run!.request.note).toMatchObject({ engine: { systems: { exact: { retrievers: [isOther ? noted : {}] } } } });
    expect(JSON.stringify(run!.request.note).includes('insteadOf')).toBe(isOther);
    // The note is true: some lists are others than those of exact lengths, or their scores are.
    const scores = questions.map(({ id }) =>
      listsOf(run!.runs['1-exact.run']!)
        .get(id)!
        .map(({ score }) => score),
    );
    const byBytes = questions.map((question) => expected(question).words.map(({ score }) => score));
    const differs = scores.some((each, i) => each.some((score, at) => Math.abs(score - byBytes[i]![at]!) > 1e-4));
    expect(differs).toBe(!isOther);
  });

  it('refuses white space in ids before anything is sent', async () => {
    if (name !== 'opensearch') return;
    for (const [some, asked] of [
      [[{ ...passages[0]!, id: 'a b' }, ...passages.slice(1)], questions],
      [passages, [{ ...questions[0]!, id: 'q 1' }, ...questions.slice(1)]],
    ] as const) {
      const blank = new EngineFolder(some, asked);
      for (const dryRun of [true, false])
        await expect(blank.run(address(), { dryRun })).rejects.toThrow(
          /has white space in its id[\s\S]*Nothing was sent/,
        );
      blank.remove();
    }
    expect(server.requests).toEqual([]);
  });

  it('leaves out a term that is too long for Lucene, and says so', async () => {
    if (name === 'qdrant') return;
    const long = new EngineFolder(
      [{ ...passages[0]!, text: `${passages[0]!.text} ${'x'.repeat(40_000)}` }, ...passages.slice(1)],
      questions,
    );
    const { said } = await long.run(address());
    expect(said.join('\n')).toContain('1 passage had terms of more than 32,766 bytes');
    expect(JSON.stringify(server.requests.filter(({ path }) => path.endsWith('_bulk'))).length).toBeLessThan(40_000);
    long.remove();
  });

  it('knows before it indexes that weights of ranks need a later OpenSearch', async () => {
    if (name !== 'opensearch') return;
    const old = { version: { number: '2.19.1', distribution: 'opensearch' } };
    server.fail({ when: ({ path }) => path === '/', reply: { body: old } });
    const asked = (fusion: FusionSpec) => {
      const systems = [{ id: 'both', retrievers: [WORDS, VECTORS], ...NO_PARTS, fusion }];
      return folder.run(address(), { experiment: { ...experiment, systems }, fusedBy: 'engine' });
    };
    await expect(asked(WEIGHTED)).rejects.toThrow(/OpenSearch 2\.19\.1, and OpenSearch 3\.1 or later is needed/);
    expect(server.requests.map(({ path }) => path)).toEqual(['/']);
    expect((await asked(FUSION)).run).not.toBeNull();
  });
});
