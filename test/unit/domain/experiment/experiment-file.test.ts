import { describe, expect, it } from 'vitest';
import type { ModelCard } from '../../../../src/domain/models/configuration';
import type { ExperimentSpec } from '../../../../src/domain/experiment/experiment';
import { experimentFile, readExperiment } from '../../../../src/domain/experiment/experiment-file';
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

describe('models of a file', () => {
  it('are refused where they are not here, are for something else, or have another revision', () => {
    const spec = specOf(bundled.id);
    expect(problems(spec, (retriever) => (retriever['model'] = 'gone'))).toBe('The model “gone” is not here.');
    expect(problems(spec, (retriever) => (retriever['model'] = reranker.id))).toContain('is not here');
    expect(problems(spec, (retriever) => (retriever['revision'] = 'r2'))).toContain('another revision');
  });
});
