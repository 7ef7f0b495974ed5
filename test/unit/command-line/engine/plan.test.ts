import { describe, expect, it } from 'vitest';
import { planFor } from '../../../../src/command-line/engine/plan';
import { lexical } from '../../../../src/domain/experiment/catalogue';
import type { ExperimentSpec } from '../../../../src/domain/experiment/experiment';
import { buildExperiment, DEFAULT_SETTINGS } from '../../../../src/domain/experiment/settings';
import { DEFAULT_ANALYZER } from '../../../../src/domain/text/analyzer-spec';
import { checkNumbers } from '../../../../src/command-line/engine/run-engine';
import { modelCard } from '../../../model-card';
import { handed } from '../../domain/handover/make';

const cards = [modelCard('hitrate-embedding', 'embedding'), modelCard('hitrate-reranker', 'reranking')];

const experiment = (systems: ExperimentSpec['systems'][number]['id'][]): ExperimentSpec =>
  buildExperiment({ ...DEFAULT_SETTINGS, systems: systems as typeof DEFAULT_SETTINGS.systems }, cards);

describe('planFor', () => {
  it('indexes and asks each distinct retriever once, and says what BM25 stands for', () => {
    const plan = planFor(experiment(['bm25', 'embedding', 'ensemble-rrf']), 'opensearch', 'here');
    expect(plan.retrievers.map(({ kind }) => kind)).toEqual(['lexical', 'dense']);
    expect(plan.searches.map(({ places }) => places)).toEqual([[0], [1]]);
    expect(plan.systems.map(({ searches }) => searches)).toEqual([[0], [1], [0, 1]]);
    expect(plan.systems[2]!.fusion).toMatchObject({ method: 'rrf', constant: 60 });
    expect(plan.substitutes.map(({ system, asked }) => `${system} ${asked}`)).toEqual([
      'bm25 minisearch:bm25+',
      'ensemble-rrf minisearch:bm25+',
    ]);
  });

  it('scores words in PostgreSQL as what is handed over does: by MiniSearch’s own', () => {
    const { retrievers, substitutes } = planFor(experiment(['bm25']), 'postgresql', 'here');
    expect(retrievers).toMatchObject([{ kind: 'minisearch', score: 'bm25+' }]);
    expect(substitutes).toEqual([]);
  });

  it('takes lengths in one byte for another scoring than exact lengths, wherever the engine keeps them so', () => {
    const spec = experiment(['bm25']);
    const [bm25] = spec.systems as [ExperimentSpec['systems'][number]];
    const scored = (lengths?: 'byte') =>
      lexical(DEFAULT_ANALYZER, { kind: 'bm25-lucene', k1: 1.2, b: 0.75, ...(lengths && { lengths }) });
    const both = { ...spec, systems: [{ ...bm25, retrievers: [scored('byte'), scored()] }] };
    for (const engine of ['opensearch', 'elasticsearch'] as const) {
      const { substitutes, systems } = planFor(both, engine, 'here');
      // Both are one list there.
      expect(systems[0]!.searches).toEqual([0, 0]);
      expect(substitutes).toEqual([
        { system: 'bm25', retriever: 1, asked: 'bm25-lucene', given: 'bm25-lucene:byte', k1: 1.2, b: 0.75 },
      ]);
    }
    // Qdrant adds up what Hitrate weighs, by lengths of either kind.
    const { substitutes, systems } = planFor(both, 'qdrant', 'here');
    expect([systems[0]!.searches, substitutes]).toEqual([[0, 1], []]);
  });

  it('has the engine join what it is asked to, and asks for no list that only a joined search reads', () => {
    const there = planFor(experiment(['bm25', 'ensemble-rrf']), 'postgresql', 'engine');
    expect(there.systems.map(({ searches }) => searches)).toEqual([[0], [1]]);
    expect(there.searches.map(({ places }) => places)).toEqual([[0], [0, 1]]);
    expect(there.searches[1]!.system.fusion).toEqual(there.systems[1]!.fusion);
    const here = planFor(experiment(['bm25', 'ensemble-rrf']), 'postgresql', 'here');
    expect(here.searches.map(({ system, places }) => [system.fusion, places])).toEqual([
      [null, [0]],
      [null, [1]],
    ]);
  });

  it('refuses a fusion that the engine cannot compute, where the engine is to', () => {
    const spec = experiment(['ensemble-rrf']);
    const systems = spec.systems.map((system) => ({ ...system, fusion: { method: 'condorcet' as const } }));
    expect(() => planFor({ ...spec, systems }, 'postgresql', 'engine')).toThrow(
      /System “ensemble-rrf” does not run on PostgreSQL\. It cannot fuse lists by Condorcet[\s\S]*leave --fusion out/,
    );
    expect(planFor({ ...spec, systems }, 'postgresql', 'here').systems[0]!.fusion).toEqual({ method: 'condorcet' });
  });

  it('weighs terms for an engine that adds up, and takes the nearest sum where a score is none', () => {
    const spec = experiment(['bm25']);
    const [{ retrievers, ...system }] = spec.systems as [ExperimentSpec['systems'][number]];
    expect(planFor(spec, 'qdrant', 'here')).toMatchObject({ retrievers: [{ kind: 'minisearch' }], substitutes: [] });
    const other = [{ ...retrievers[0]!, score: 'times-matched-terms' }] as unknown as typeof retrievers;
    expect(planFor({ ...spec, systems: [{ ...system, retrievers: other }] }, 'qdrant', 'here')).toMatchObject({
      retrievers: [{ score: 'bm25+', k1: 1.2, b: 0.7 }],
      substitutes: [{ asked: 'minisearch:times-matched-terms', given: 'minisearch:bm25+' }],
    });
  });

  it.each(['opensearch', 'elasticsearch', 'qdrant', 'postgresql'] as const)(
    'refuses what %s does not list, also a part that it has never heard of',
    (engine) => {
      const spec = experiment(['bm25']);
      const planned = (parts: object) => () =>
        planFor({ ...spec, systems: [{ ...spec.systems[0]!, ...parts }] }, engine, 'here');
      expect(planned({})).not.toThrow();
      expect(planned({ boost: { kind: 'number', field: 'year', weight: 1 } })).toThrow(
        /System “bm25” does not run on \w+\. It cannot boost/,
      );
      expect(planned({ filter: { kind: 'values', field: 'a', values: ['b'] } })).toThrow(/filters by metadata/);
      expect(planned({ threshold: 1 })).toThrow(/cuts by a score/);
      expect(planned({ dedupe: { kind: 'exact' } })).toThrow(/no equal of the part “dedupe”/);
      expect(planned({ retrievers: [{ kind: 'of-tomorrow' }] })).toThrow(/no equal of of-tomorrow/);
    },
  );

  it('refuses every part that no engine runs, each with its system', () => {
    expect(() => planFor(experiment(['bm25', 'ensemble-rerank', 'ensemble-rrf-rerank']), 'postgresql', 'here')).toThrow(
      /“ensemble-rerank” does not run on PostgreSQL\. It does not rerank[\s\S]*“ensemble-rrf-rerank” does not/,
    );
    expect(() => planFor({ ...experiment(['bm25']), lists: 'k' }, 'postgresql', 'here')).toThrow(/at each k/);
  });
});

describe('checkNumbers', () => {
  it('takes vectors that the engine takes, and refuses longer ones before anything is sent', () => {
    const check = (length: number) => () => checkNumbers('elasticsearch', { ...handed(), dimensions: [null, length] });
    expect(check(4096)).not.toThrow();
    expect(check(4097)).toThrow(/4,097 numbers, and Elasticsearch takes 4,096/);
  });
});
