import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../../src/domain/experiment/catalogue';
import { composedSystem } from '../../../../src/domain/experiment/composed';
import { NO_PARTS, type SystemSpec } from '../../../../src/domain/experiment/parts';
import { buildExperiment, DEFAULT_SETTINGS } from '../../../../src/domain/experiment/settings';
import { briefNames, readableName, readableNames, nameParts } from '../../../../src/ui/shared/system-names';
import { LIST_CHANGING_PARTS } from '../../system-parts';
import { MODELS } from '../../workbench/workshop';

const { systems } = buildExperiment(DEFAULT_SETTINGS, MODELS);
const six = Object.fromEntries(systems.map((system) => [system.id, system]));

describe('a system’s readable name', () => {
  it('of the ready-made ones', () => {
    expect(Object.fromEntries(readableNames(systems))).toEqual({
      bm25: 'BM25',
      embedding: 'Embedding',
      ensemble: 'Hybrid (weighted sum)',
      'ensemble-rrf': 'Hybrid (RRF)',
      'ensemble-rerank': 'Hybrid (weighted sum) + rerank',
      'ensemble-rrf-rerank': 'Hybrid (RRF) + rerank',
    });
  });

  it('has its chunking', () => {
    expect(readableName({ ...six['ensemble-rrf']!, id: 'ensemble-rrf · recursive 1000/100' })).toBe(
      'Hybrid (RRF) · recursive 1000/100',
    );
  });

  it('of an external run is that of the run', () => {
    const run: SystemSpec = { id: 'ours-v2', retrievers: [{ kind: 'run', name: 'ours-v2', hash: 'h' }], ...NO_PARTS };
    expect(readableNames([run]).get('ours-v2')).toBe('ours-v2');
  });

  it.each([
    [
      ['bm25 · recursive 256/26 cjk', 'bm25 · recursive 512/51 cjk'],
      ['BM25 · 256/26', 'BM25 · 512/51'],
    ],
    [
      ['bm25 · recursive 256/26', 'bm25 · recursive 256/26 +title'],
      ['BM25 · 256/26', 'BM25 · 256/26 +title'],
    ],
    [
      ['bm25 · recursive 256/26', 'bm25 · whole'],
      ['BM25 · recursive 256/26', 'BM25 · whole'],
    ],
    [['bm25 · recursive 256/26'], ['BM25 · recursive 256/26']],
  ])('in a chart has no words that all chunkings have: %s', (ids, brief) => {
    expect([...briefNames(ids.map((id) => ({ ...six['bm25']!, id }))).values()]).toEqual(brief);
  });

  it('in a chart is cut where runs of a series are named alike, and not where they differ', () => {
    const series = 'intfloat-multilingual-e5-small-finetuned-2026-11';
    const runs = [`${series}-lr1e-5`, `${series}-lr2e-5`, 'bm25'].map((name): SystemSpec => ({
      id: name,
      retrievers: [{ kind: 'run', name, hash: 'h' }],
      ...NO_PARTS,
    }));
    expect([...briefNames(runs).values()]).toEqual(['intfloat…lr1e-5', 'intfloat…lr2e-5', 'bm25']);
  });

  it('says what a composed one consists of', () => {
    const { filter, boost, rerank } = LIST_CHANGING_PARTS;
    const own = { ...six['ensemble']!, id: 'mine', filter, boost, rerank, threshold: 0.2 } as SystemSpec;
    expect(readableName(own)).toBe('Hybrid (weighted sum) + boost + rerank + threshold, filtered');
  });

  it('of every system of the catalogue differs from all others, and shows no code', () => {
    const all = catalogue().map(({ system }) => system);
    const names = readableNames(all);
    expect(new Set(names.values()).size).toBe(all.length);
    expect(names.get('bm25-rm3')).toBe('BM25 (Lucene) with RM3');
    expect(names.get('matryoshka-half')).toBe('Embedding (256 dimensions)');
    expect(names.get('fuse-probfuse')).toBe('Hybrid (ProbFuse, cross-validated)');
    expect(names.get('lambda-mart')).toBe('Hybrid (LambdaMART)');
    for (const name of names.values()) expect(name).not.toMatch(/undefined|\[|\{|\(\)/);
  });

  it('names the retrievers where two hybrids would have one name, and the ids where that is not enough', () => {
    const other = { ...composedSystem('mine', catalogue()[0]!.system.retrievers), fusion: null };
    const hybrid = (id: string, first: number) => ({
      ...six['ensemble-rrf']!,
      id,
      retrievers: [{ ...six['bm25']!.retrievers[0]!, k1: first }, six['embedding']!.retrievers[0]!],
    });
    const lucene = {
      ...six['ensemble-rrf']!,
      id: 'b',
      retrievers: [...other.retrievers, six['embedding']!.retrievers[0]!],
    };
    const names = readableNames([six['ensemble-rrf']!, lucene as SystemSpec]);
    expect([...names.values()]).toEqual(['BM25 + Embedding (RRF)', `${readableName(other)} + Embedding (RRF)`]);
    expect([...readableNames([hybrid('x', 1.2), hybrid('y', 2)] as SystemSpec[]).values()]).toEqual([
      'Hybrid (RRF) (x)',
      'Hybrid (RRF) (y)',
    ]);
  });
});

it('reads the chunking off the name of a system that is run with several', () => {
  expect(nameParts('bm25 · recursive 1000/100 cjk')).toEqual({ retriever: 'bm25', chunking: 'recursive 1000/100 cjk' });
  expect(nameParts('bm25')).toEqual({ retriever: 'bm25', chunking: null });
  // A name that a person gave may have the mark itself.
  expect(nameParts('mine · too · whole')).toEqual({ retriever: 'mine · too', chunking: 'whole' });
});
