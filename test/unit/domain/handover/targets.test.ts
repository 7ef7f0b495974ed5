import { describe, expect, it } from 'vitest';
import type { SystemSpec } from '../../../../src/domain/experiment/parts';
import { systemProblems } from '../../../../src/domain/experiment/system-problems';
import type { FusionSpec } from '../../../../src/domain/fusion/fusion-spec';
import { TARGETS } from '../../../../src/domain/handover/targets';
import type { HandedFile, HandoverTarget } from '../../../../src/domain/handover/target';
import { content, dense, handed, LEXICAL, MIN_MAX, MINISEARCH, nothing } from './make';

const EACH = Object.entries(TARGETS) as [keyof typeof TARGETS, HandoverTarget][];

const expressed = (id: keyof typeof TARGETS, parts: Partial<SystemSpec> = {}) => TARGETS[id].expressed(handed(parts));
const codes = (id: keyof typeof TARGETS, parts: Partial<SystemSpec> = {}): string[] =>
  expressed(id, parts).refusals.map(({ code }) => code);

async function textOf(file: HandedFile): Promise<string> {
  if ('text' in file) return file.text;
  const lines: string[] = [];
  for await (const line of file.lines()) lines.push(line);
  return lines.join('\n');
}

describe('what a target refuses', () => {
  it.each(EACH)('%s: of the nearest system nothing is refused, and it is sound', (_, target) => {
    const systems: Partial<SystemSpec>[] = [
      {},
      { fusion: MIN_MAX },
      { retrievers: [MINISEARCH, dense({ kind: 'mmr', lambda: 0.5, fetchDepth: 100 })] },
      { fusion: { method: 'rrf', constant: 'half-length', weights: [3, 1] } },
      { fusion: { method: 'condorcet' } },
      { fusion: null, crossFitted: { method: 'mapfuse', folds: 5, seed: 1 } },
      {
        rerank: {
          kind: 'cross-encoder',
          model: 'm',
          revision: 'r',
          device: 'wasm',
          maxTokens: 9,
          candidates: 20,
          interpolation: 0,
        },
      },
      { threshold: 0.5, filter: { kind: 'values', field: 'kind', values: ['a'] } },
    ];
    for (const parts of systems) {
      const { nearest } = target.expressed(handed(parts));
      expect(nearest).not.toBeNull();
      expect(systemProblems(nearest!)).toEqual([]);
      expect(target.expressed({ ...handed(), system: nearest! })).toEqual({ refusals: [], nearest });
    }
  });

  it('is nothing of what it computes alike', () => {
    expect(codes('elasticsearch')).toEqual([]);
    const own = { ...MIN_MAX, norm: 'elasticsearch-min-max' } as FusionSpec;
    expect(codes('elasticsearch', { fusion: own })).toEqual([]);
    expect(codes('opensearch')).toEqual([]);
    expect(
      codes('qdrant', { retrievers: [MINISEARCH, dense()], fusion: { method: 'rrf', constant: 60, weights: [1, 1] } }),
    ).toEqual([]);
    expect(codes('postgresql', { fusion: MIN_MAX })).toEqual([]);
  });

  it('is exact lengths, where Lucene keeps one byte', () => {
    const exact = { ...LEXICAL, scorer: { kind: 'bm25-lucene', k1: 0.9, b: 0.4 } } as const;
    const { refusals, nearest } = expressed('elasticsearch', { retrievers: [exact, dense()] });
    expect(refusals).toEqual([
      { code: 'scorer', data: { retriever: 0, scorer: 'bm25-lucene', nearest: 'bm25-lucene:byte' } },
    ]);
    expect(nearest!.retrievers[0]).toEqual(LEXICAL);
    expect(codes('qdrant', { retrievers: [exact], fusion: null })).toEqual([]);
  });

  it('is weights, where it has others', () => {
    const { refusals, nearest } = expressed('qdrant');
    expect(nearest!.fusion).toMatchObject({ method: 'qdrant-rrf' });
    expect(refusals).toMatchObject([{ code: 'engine-fusion', data: { nearest: nearest!.fusion } }]);
  });

  it('is a constant that it has not', () => {
    const ranks = (constant: number): FusionSpec => ({ method: 'rrf', constant, weights: [1, 1] });
    expect(codes('elasticsearch', { fusion: ranks(20) })).toEqual([]);
    expect(expressed('opensearch', { fusion: ranks(0) }).refusals).toMatchObject([
      { code: 'engine-fusion', data: { losses: [{ part: 'constant', asked: 0, given: 1 }] } },
    ]);
  });

  it('is a run, without which there is nothing to search', () => {
    const run = { kind: 'run', name: 'other', hash: 'h' } as const;
    expect(expressed('elasticsearch', { retrievers: [run, dense()] })).toEqual({
      refusals: [{ code: 'retriever', data: { retriever: 0, kind: 'run' } }],
      nearest: null,
    });
  });
});

describe('the files of a target', () => {
  it.each(EACH)('%s: hold nothing of the documents unless it was asked for', async (_, target) => {
    const system = { ...handed(), system: target.expressed(handed()).nearest! };
    const forms = target.forms(system);
    const texts = await Promise.all(target.files(system, nothing(forms)).map(textOf));
    expect(texts.length).toBeGreaterThan(0);
    for (const text of texts) {
      expect(text).not.toMatch(/Title “|1999|title a/);
      expect(text).not.toMatch(/password|secret|https?:/i);
    }
  });

  it.each(['elasticsearch', 'opensearch'] as const)('%s: bulk lines come in pairs', async (id) => {
    const target = TARGETS[id];
    const system = handed();
    const [bulk] = target.files(system, content(target.forms(system))).filter(({ path }) => path === 'passages.ndjson');
    const lines = (await textOf(bulk!)).split('\n').map((line) => JSON.parse(line) as unknown);
    expect(lines).toEqual([
      { index: { _id: 'b' } },
      {
        title: 'Title “b”',
        text: 'line\nline',
        metadata: { kind: 'b', year: 1999 },
        words_0: 'title b line',
        vector_1: [0.5, -0.25, 0],
      },
      { index: { _id: 'a' } },
      expect.objectContaining({ vector_1: [0.5, -0.25, 1] }),
    ]);
  });

  it('qdrant: points come in batches, with the terms that their numbers stand for', async () => {
    const fusion = { method: 'rrf', constant: 60, weights: [1, 1] } as const;
    const system = handed({ fusion: { ...fusion, weights: [1, 1] } });
    const { files, forms } = TARGETS.qdrant;
    const made = files(system, content(forms(system)));
    expect(made.map(({ path }) => path)).toEqual([
      'collection.json',
      'query.json',
      'points.ndjson',
      'vocabulary_0.txt',
    ]);
    expect(JSON.parse(await textOf(made[2]!))).toMatchObject({
      points: [
        { id: 0, payload: { id: 'b' }, vector: { words_0: { indices: [0, 7] }, vector_1: [0.5, -0.25, 0] } },
        { id: 1 },
      ],
    });
    expect(JSON.parse(await textOf(made[1]!))).toMatchObject({ query: { rrf: { k: 61 } }, limit: 10 });
  });

  it('has the window, the constant and the weights', async () => {
    const of = async (id: 'elasticsearch' | 'opensearch', path: string, parts: Partial<SystemSpec> = {}) => {
      const system = handed(parts);
      const file = TARGETS[id].files(system, nothing([])).find((each) => each.path === path);
      return JSON.parse(await textOf(file!)) as unknown;
    };
    expect(await of('elasticsearch', 'search.json')).toMatchObject({
      size: 10,
      retriever: {
        rrf: {
          rank_constant: 60,
          rank_window_size: 100,
          retrievers: [
            { weight: 2, retriever: { standard: { query: { match: { words_0: { query: '{{words_0}}' } } } } } },
            { weight: 1, retriever: { knn: { query_vector: '{{vector_1}}', k: 100 } } },
          ],
        },
      },
    });
    expect(await of('opensearch', 'pipeline.json')).toMatchObject({
      phase_results_processors: [
        { 'score-ranker-processor': { combination: { rank_constant: 60, parameters: { weights: [2 / 3, 1 / 3] } } } },
      ],
    });
    expect(
      await of('elasticsearch', 'search.json', {
        fusion: { ...MIN_MAX, norm: 'elasticsearch-min-max' } as FusionSpec,
      }),
    ).toMatchObject({
      retriever: { linear: { retrievers: [{ weight: 0.3, normalizer: 'minmax' }, { weight: 0.7 }] } },
    });
  });
});
