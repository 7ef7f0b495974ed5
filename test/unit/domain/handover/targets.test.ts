import { describe, expect, it } from 'vitest';
import type { SystemSpec } from '../../../../src/domain/experiment/parts';
import { systemProblems, type ExperimentSpec } from '../../../../src/domain/experiment/experiment';
import { expressedBy } from '../../../../src/domain/handover/abilities';
import { handoverNotes } from '../../../../src/domain/handover/files';
import { opensearchPipeline } from '../../../../src/domain/handover/opensearch';
import type { FusionSpec } from '../../../../src/domain/fusion/fusion-spec';
import { expressedFor, TARGETS, unreadSystem } from '../../../../src/domain/handover/targets';
import type { TargetId, SearchEngine } from '../../../../src/domain/handover/target';
import { content, dense, fileText, handed, LEXICAL, MIN_MAX, MINISEARCH, nothing } from './make';

const EVEN: FusionSpec = { method: 'rrf', constant: 60, weights: [1, 1] };
const RERANK = {
  ...({ kind: 'cross-encoder', model: 'm', revision: 'r', device: 'wasm' } as const),
  ...{ maxTokens: 9, candidates: 20, interpolation: 0 },
};
const EACH = Object.entries(TARGETS) as [TargetId, SearchEngine][];

const expressed = (id: TargetId, parts: Partial<SystemSpec> = {}) => expressedFor(id, handed(parts).system);
const codes = (id: TargetId, parts: Partial<SystemSpec> = {}): string[] =>
  expressed(id, parts).refusals.map(({ code }) => code);

describe('what a target refuses', () => {
  it.each(EACH)('%s: of the nearest system nothing is refused, and it is sound', (id) => {
    const systems: Partial<SystemSpec>[] = [
      {},
      { fusion: MIN_MAX },
      { retrievers: [MINISEARCH, dense({ kind: 'mmr', lambda: 0.5, fetchDepth: 100 })] },
      { fusion: { method: 'rrf', constant: 'half-length', weights: [3, 1] } },
      { fusion: { method: 'condorcet' } },
      { fusion: null, crossFitted: { method: 'mapfuse', folds: 5, seed: 1 } },
      { rerank: RERANK },
      { threshold: 0.5, filter: { kind: 'values', field: 'kind', values: ['a'] } },
    ];
    for (const parts of systems) {
      const { nearest } = expressed(id, parts);
      expect(nearest).not.toBeNull();
      expect(systemProblems(nearest!)).toEqual([]);
      expect(expressedFor(id, nearest!)).toEqual({ refusals: [], nearest });
    }
  });

  it('is nothing of what it computes alike', () => {
    expect(codes('elasticsearch')).toEqual([]);
    const own = { ...MIN_MAX, norm: 'elasticsearch-min-max' } as FusionSpec;
    expect(codes('elasticsearch', { fusion: own })).toEqual([]);
    expect(codes('opensearch')).toEqual([]);
    expect(codes('qdrant', { retrievers: [MINISEARCH, dense()], fusion: EVEN })).toEqual([]);
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

  it('is a run, without which there is nothing to search', () => {
    const run = { kind: 'run', name: 'other', hash: 'h' } as const;
    expect(expressed('elasticsearch', { retrievers: [run, dense()] })).toEqual({
      refusals: [{ code: 'retriever', data: { retriever: 0, kind: 'run' } }],
      nearest: null,
    });
  });
});

describe('a part that an engine does not list', () => {
  /** A system with each part, which no engine has but where it is named. */
  const PARTS: Readonly<Record<string, { readonly parts: object; readonly able: readonly TargetId[] }>> = {
    boost: { parts: { boost: { kind: 'number', field: 'year', weight: 1 } }, able: [] },
    rerank: { parts: { rerank: RERANK }, able: [] },
    learned: { parts: { fusion: null, learned: { kind: 'ranker' } }, able: [] },
    crossFitted: { parts: { fusion: null, crossFitted: { method: 'mapfuse', folds: 5, seed: 1 } }, able: [] },
    threshold: { parts: { threshold: 0.5 }, able: ['elasticsearch', 'qdrant', 'postgresql'] },
    'a part of tomorrow': { parts: { dedupe: { kind: 'exact' } }, able: [] },
  };

  it.each(EACH.flatMap(([id]) => Object.entries(PARTS).map(([name, of]) => [id, name, of] as const)))(
    'is refused by %s: %s',
    (id, _, { parts, able }) => {
      const { refusals, nearest } = expressed(id, { fusion: EVEN, ...parts });
      const [part] = Object.keys(parts).filter((key) => key !== 'fusion') as [keyof SystemSpec];
      expect(refusals).toHaveLength(able.includes(id) ? 0 : 1);
      expect((nearest![part] ?? null) !== null).toBe(able.includes(id));
    },
  );

  it('is refused also where an entry forgets to say why', () => {
    const forgetful = { ...TARGETS.postgresql.abilities, boost: () => ({ refusals: [], nearest: null }) };
    const boosted = handed({ boost: { kind: 'number', field: 'year', weight: 1 } as never }).system;
    expect(expressedBy(forgetful, boosted).refusals).toEqual([{ code: 'part', data: { part: 'boost' } }]);
  });

  it('is a retriever of a kind that is not known', () => {
    const retrievers = [{ kind: 'graph-of-tomorrow' } as never, dense()];
    for (const [id] of EACH)
      expect(expressed(id, { retrievers, fusion: EVEN })).toMatchObject({
        refusals: [{ code: 'retriever' }],
        nearest: null,
      });
  });

  it('is a normalisation that keeps ratios, where the engine’s scores of vectors are moved', () => {
    const fusion: FusionSpec = { method: 'wsum', norm: 'l2', absent: 'zero', weights: [1, 1] };
    const { refusals, nearest } = expressed('elasticsearch', { fusion });
    expect(refusals).toMatchObject([{ data: { asked: { norm: 'l2' }, nearest: { norm: 'elasticsearch-min-max' } } }]);
    expect(nearest!.fusion).toMatchObject({ norm: 'elasticsearch-min-max' });
    expect(codes('elasticsearch', { fusion, retrievers: [LEXICAL, LEXICAL] })).toEqual([]);
  });
});

describe('a system before its collection is read', () => {
  it('is asked for the deepest cut-off, in lists as deep as those of the run', () => {
    const spec = { ks: [1, 10, 5], depth: 100, systems: [handed().system] } as unknown as ExperimentSpec;
    const unread = { k: 10, depth: 100, dimensions: [null, null], fields: [] };
    expect(unreadSystem(spec, handed().system)).toMatchObject(unread);
  });
});

describe('the files of a target', () => {
  it('of a collection without metadata list the empty object that every passage has', async () => {
    for (const id of ['elasticsearch', 'opensearch'] as const) {
      const system = { ...handed(), fields: [] };
      const bare = TARGETS[id].files(system, content(TARGETS[id].forms(system), { passages: true }));
      const [index, lines] = await Promise.all(
        ['index.json', 'passages.ndjson'].map((path) => fileText(bare.find((each) => each.path === path)!)),
      );
      const { mappings } = JSON.parse(index!) as { mappings: { dynamic: string; properties: object } };
      expect(mappings.dynamic).toBe('strict');
      for (const line of lines!.split('\n').filter((_, i) => i % 2 === 1))
        for (const field of Object.keys(JSON.parse(line) as object)) expect(mappings.properties).toHaveProperty(field);
    }
  });

  it('name no weights of ranks where those are equal, which OpenSearch has from 3.1 on', () => {
    const of = (weights: number[]) => {
      const system = handed({ fusion: { method: 'rrf', constant: 60, weights } });
      const notes = handoverNotes(TARGETS.opensearch, system).filter(({ code }) => code === 'version');
      return [JSON.stringify(opensearchPipeline(system)).includes('weights'), notes];
    };
    expect(of([1, 1])).toEqual([false, [{ code: 'version', data: { least: '2.19' } }]]);
    expect(of([2, 1])).toEqual([true, [{ code: 'version', data: { least: '3.1' } }]]);
  });

  it('search exactly, unless an approximate index is asked for', async () => {
    for (const [id, target] of EACH) {
      const texts = async (approximate: boolean): Promise<string> => {
        const system = { ...handed(), system: expressed(id).nearest!, approximate };
        return (await Promise.all(target.files(system, nothing(target.forms(system))).map(fileText))).join('\n');
      };
      const graph = /hnsw"?(?: \(|",)|"m": 16/;
      expect(await texts(false), id).not.toMatch(graph);
      expect(await texts(true), id).toMatch(graph);
      const noted = handoverNotes(target, { ...handed(), system: expressed(id).nearest!, approximate: true });
      expect(noted.map(({ code }) => code)).toContain('approximate-vectors');
    }
  });

  it.each(EACH)('%s: hold nothing of the documents unless it was asked for', async (id, target) => {
    const system = { ...handed(), system: expressed(id).nearest! };
    const forms = target.forms(system);
    const texts = await Promise.all(target.files(system, nothing(forms)).map(fileText));
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
    const lines = (await fileText(bulk!)).split('\n').map((line) => JSON.parse(line) as unknown);
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
    const system = handed({ fusion: EVEN });
    const { files, forms } = TARGETS.qdrant;
    const made = files(system, content(forms(system)));
    const paths = ['collection.json', 'query.json', 'points.ndjson', 'vocabulary_0.txt'];
    expect(made.map(({ path }) => path)).toEqual(paths);
    expect(JSON.parse(await fileText(made[2]!))).toMatchObject({
      points: [
        { id: 0, payload: { id: 'b' }, vector: { words_0: { indices: [0, 7] }, vector_1: [0.5, -0.25, 0] } },
        { id: 1 },
      ],
    });
    expect(JSON.parse(await fileText(made[1]!))).toMatchObject({ query: { rrf: { k: 61 } }, limit: 10 });
  });

  it('has the window, the constant and the weights', async () => {
    const of = async (id: 'elasticsearch' | 'opensearch', path: string, parts: Partial<SystemSpec> = {}) => {
      const system = handed(parts);
      const file = TARGETS[id].files(system, nothing([])).find((each) => each.path === path);
      return JSON.parse(await fileText(file!)) as unknown;
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
