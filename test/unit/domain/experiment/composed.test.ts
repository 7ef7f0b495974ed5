import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../../src/domain/experiment/catalogue';
import { composedOf, parseComposed } from '../../../../src/domain/experiment/composed';
import type { ModelCard } from '../../../../src/domain/models/configuration';
import { buildExperiment, DEFAULT_SETTINGS } from '../../../../src/domain/experiment/settings';

const card = (id: string, task: ModelCard['task'], revision: string): ModelCard => ({
  id,
  task,
  name: id,
  revision,
  maxTokens: 512,
  dimensions: task === 'embedding' ? 8 : null,
  interpolation: task === 'embedding' ? null : 0.3,
  bytes: 1,
  languages: [],
});
const cards = (revision: string) => [
  card('hitrate-embedding', 'embedding', revision),
  card('hitrate-reranker', 'reranking', revision),
];
const everything = catalogue().map(({ system }) => ({ ...system, rerank: { candidates: 7, interpolation: null } }));
const build = (composed: typeof everything, revision: string) =>
  buildExperiment({ ...DEFAULT_SETTINGS, systems: [], composed }, cards(revision)).systems;

describe('a system that was put together', () => {
  it('takes the models from the settings, and their revisions from their cards', () => {
    const [first] = build(
      everything.filter(({ id }) => id === 'svm'),
      'r2',
    );
    expect(first!.retrievers[0]).toMatchObject({
      kind: 'dense',
      model: 'hitrate-embedding',
      revision: 'r2',
      maxTokens: 512,
    });
    expect(first!.rerank).toMatchObject({ model: 'hitrate-reranker', candidates: 7, interpolation: 0.3 });
  });

  it('comes out of an experiment as it went in, but for α, which then is a number', () => {
    const fixed = everything.map((each) => ({ ...each, rerank: { candidates: 7, interpolation: 0.3 } }));
    expect(build(everything, 'r1').map((each) => composedOf(each))).toEqual(fixed);
  });

  it('is read again from what was kept, and refused with a path where that is not sound', () => {
    expect(parseComposed(JSON.parse(JSON.stringify(everything)))).toEqual({ ok: true, systems: everything });
    const broken = parseComposed([{ ...everything[0]!, threshold: 'high' }]);
    expect(broken.ok ? [] : broken.problems.map(({ path }) => path)).toEqual(['0.threshold']);
  });
});
