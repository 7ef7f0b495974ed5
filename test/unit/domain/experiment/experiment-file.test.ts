import { describe, expect, it } from 'vitest';
import type { ModelCard } from '../../../../src/domain/models/card';
import type { ExperimentSpec } from '../../../../src/domain/experiment/experiment';
import { experimentFile, readExperiment } from '../../../../src/domain/experiment/experiment-file';
import { readSupplied } from '../../../../src/ui/settings/found-systems';
import { messageOf } from '../../../../src/ui/shared/messages/message-of';
import { buildExperiment, DEFAULT_SETTINGS } from '../../../../src/domain/experiment/settings';

const bundled: ModelCard = {
  id: 'hitrate-embedding',
  task: 'embedding',
  name: 'bundled',
  revision: 'r1',
  maxTokens: 64,
  dimensions: 26,
  interpolation: null,
  bytes: 1,
  languages: ['en'],
};
const reranker: ModelCard = { ...bundled, id: 'hitrate-reranker', task: 'reranking', interpolation: 0.2 };
const added: ModelCard = {
  ...bundled,
  id: 'org/model@abc:fp32',
  reading: {
    task: 'embedding',
    weights: { path: 'onnx/model.onnx', dtype: 'fp32', externalData: [] },
    pooling: 'cls',
    normalise: true,
    dense: [],
    queryPrefix: '',
    passagePrefix: '',
    maxTokens: 64,
    flat: false,
  },
};
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

describe('the engine that a system of a file is meant for', () => {
  const cosine = { method: 'wsum', norm: 'min-max', absent: 'zero', weights: [0.5, 0.5] };
  const weighted = { method: 'rrf', constant: 60, weights: [2, 1] };
  const target = (engine: string, change: object): string => {
    const systems = ['bm25', 'ensemble-rrf'] as const;
    const spec = buildExperiment({ ...DEFAULT_SETTINGS, systems, embeddingModel: bundled.id }, cards);
    const json = JSON.parse(experimentFile(spec)) as { systems: object[] };
    Object.assign(json.systems[1]!, { target: engine, ...change });
    const read = readSupplied('mine.json', JSON.stringify(json), cards, { documents: true, runs: [] });
    return read.kind === 'refused' ? read.message : read.kind;
  };

  it('runs what it computes', () => {
    expect(target('langchain', { fusion: weighted })).toBe('experiment');
    expect(target('qdrant', { fusion: { method: 'qdrant-rrf', k: 2, weights: [2, 1] } })).toBe('experiment');
  });

  it('is refused where it has no such fusion: with the file, the path, the reason and the nearest that it has', () => {
    expect(target('llamaindex', { fusion: weighted })).toBe(
      'mine.json cannot be run here. systems.1.target: LlamaIndex cannot compute this fusion (all weights become alike and the constant 60 becomes 59). The nearest that it can: Reciprocal rank fusion, weights 1 / 1, constant 59',
    );
    expect(target('qdrant', { fusion: cosine })).toMatch(
      /^mine\.json cannot be run here\. systems\.1\.target: Qdrant cannot compute this fusion \(.*The nearest that it can: /,
    );
  });

  it('is refused where what joins the lists is trained, and where there is no such engine', () => {
    const crossFitted = { method: 'bayesfuse', folds: 5, seed: 1 };
    expect(target('elasticsearch', { fusion: null, crossFitted })).toMatch(
      / systems\.1\.target: Elasticsearch runs no fusion that was trained here/,
    );
    expect(target('solr', {})).toMatch(/systems\.1\.target.*solr/i);
  });
});

describe('models of a file', () => {
  it('are refused where they are not here, are for something else, or have another revision', () => {
    const spec = specOf(bundled.id);
    expect(problems(spec, (retriever) => (retriever['model'] = 'gone'))).toBe('The model “gone” is not here.');
    expect(problems(spec, (retriever) => (retriever['model'] = reranker.id))).toContain('is not here');
    expect(problems(spec, (retriever) => (retriever['revision'] = 'r2'))).toContain('another revision');
  });
});
