import { describe, expect, it } from 'vitest';
import type { ModelCard } from '../../../../src/domain/models/configuration';
import { buildExperiment, DEFAULT_SETTINGS, type Settings } from '../../../../src/domain/experiment/settings';
import type { ExperimentSpec } from '../../../../src/domain/experiment/experiment';
import { experimentFile, readExperiment } from '../../../../src/domain/experiment/experiment-file';
import { modelCard } from '../../../model-card';
import { messageOf } from '../../../../src/ui/shared/messages/message-of';

describe('settings', () => {
  const encoder = modelCard('encoder', 'embedding');
  const reranker = modelCard('reranker', 'reranking', { interpolation: 0.35 });

  function interpolations(changes: Partial<Settings>, cards: readonly ModelCard[]): (number | undefined)[] {
    const models = { embeddingModel: 'encoder', rerankerModel: 'reranker' };
    const { systems } = buildExperiment({ ...DEFAULT_SETTINGS, ...models, ...changes }, cards);
    return ['ensemble', 'ensemble-rerank', 'ensemble-rrf-rerank'].map(
      (id) => systems.find((system) => system.id === id)?.rerank?.interpolation,
    );
  }

  describe('α of an experiment', () => {
    it('is that of the card of the reranker, unless one is set; ranks alone are never added to a logit', () => {
      expect(interpolations({}, [encoder, reranker])).toEqual([undefined, 0.35, 0]);
      expect(interpolations({ interpolation: 0.5 }, [encoder, reranker])).toEqual([undefined, 0.5, 0]);
      expect(interpolations({ interpolation: 0 }, [encoder, reranker])).toEqual([undefined, 0, 0]);
    });

    it('must come from one of both', () => {
      const cards = [encoder, { ...reranker, interpolation: null }];
      expect(() => interpolations({}, cards)).toThrow(/“reranker” names no interpolation/);
      expect(interpolations({ interpolation: 0.1 }, cards)).toEqual([undefined, 0.1, 0]);
    });
  });

  describe('the analyzer of an experiment', () => {
    const analyzers = (shares: Readonly<Record<string, number>>) => {
      const models = { embeddingModel: 'encoder', rerankerModel: 'reranker' };
      const languages = Object.entries(shares).map(([language, share]) => ({ language, share }));
      const sources = { documents: true, runs: [], languages };
      const { systems } = buildExperiment({ ...DEFAULT_SETTINGS, ...models }, [encoder, reranker], sources);
      return systems.flatMap(({ retrievers }) =>
        retrievers.flatMap((each) => (each.kind === 'minisearch' ? [each.analyzer.stemmer] : [])),
      );
    };
    const all = (stemmer: string | null) => Array.from({ length: 5 }, () => stemmer);

    it('has the stems of the commonest language that has a stemmer', () => {
      expect(analyzers({ en: 1 })).toEqual(all('en'));
      expect(analyzers({ zh: 0.6, de: 0.3, en: 0.1 })).toEqual(all('de'));
    });

    it('has none where nothing is known, where no language has a stemmer, and where it has few documents', () => {
      for (const shares of [{}, { zh: 0.7, ja: 0.3 }, { zh: 0.95, en: 0.05 }])
        expect(analyzers(shares)).toEqual(all(null));
    });
  });
});

describe('experiment file', () => {
  const bundled = modelCard('hitrate-embedding', 'embedding');
  const reranker = modelCard('hitrate-reranker', 'reranking');
  const weights = { path: 'onnx/model.onnx', dtype: 'fp32', externalData: [] } as const;
  const pooled = { task: 'embedding', weights, pooling: 'cls', normalise: true, dense: [], flat: false } as const;
  const reading = { ...pooled, queryPrefix: '', passagePrefix: '', maxTokens: 64 };
  const added = modelCard('org/model@abc:fp32', 'embedding', { reading });
  const cards = [bundled, reranker, added];

  const specOf = (embeddingModel: string): ExperimentSpec =>
    buildExperiment({ ...DEFAULT_SETTINGS, systems: ['embedding'], embeddingModel }, cards);

  /** What a file is refused for, in one text; empty where it is read. */
  function problems(spec: ExperimentSpec, change: (retriever: Record<string, unknown>) => void): string {
    const json = JSON.parse(experimentFile(spec)) as { systems: { retrievers: Record<string, unknown>[] }[] };
    for (const { retrievers } of json.systems) retrievers.forEach(change);
    const read = readExperiment(JSON.stringify(json), cards, { documents: true, runs: [] });
    return read.ok ? '' : read.problems.map((problem) => messageOf(problem)).join(' ');
  }

  describe('how a model that was added is read', () => {
    it('stands in the file, also where it is not as the model is read here', () => {
      expect(problems(specOf(added.id), () => undefined)).toBe('');
      expect(problems(specOf(added.id), (retriever) => (retriever['pooling'] = 'mean'))).toBe('');
    });

    it.each(['pooling', 'normalise'])('is not taken from the model where the file leaves out %s', (field) => {
      const refused = problems(specOf(added.id), (retriever) => delete retriever[field]);
      expect(refused).toContain('how “org/model@abc:fp32” makes one vector');
      expect(refused).toContain('“cls” here');
    });

    it('has no place beside a bundled model, which pools by itself', () => {
      expect(problems(specOf(bundled.id), () => undefined)).toBe('');
      expect(problems(specOf(bundled.id), (retriever) => (retriever['pooling'] = 'mean'))).toContain(
        '“hitrate-embedding” pools and scales by itself: leave pooling and normalise out',
      );
    });
  });

  it('models of a file are refused where they are not here, are for something else, or have another revision', () => {
    const spec = specOf(bundled.id);
    expect(problems(spec, (retriever) => (retriever['model'] = 'gone'))).toBe('The model “gone” is not here.');
    expect(problems(spec, (retriever) => (retriever['model'] = reranker.id))).toContain('is not here');
    expect(problems(spec, (retriever) => (retriever['revision'] = 'r2'))).toContain('another revision');
  });
});
