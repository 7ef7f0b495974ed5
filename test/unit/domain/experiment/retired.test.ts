import { describe, expect, it } from 'vitest';
import { parseExperiment } from '../../../../src/domain/experiment/experiment';
import { readExperiment } from '../../../../src/domain/experiment/experiment-file';
import { retiredParts, retiredSystems } from '../../../../src/domain/experiment/retired';
import { retiredMessage } from '../../../../src/ui/shared/messages/experiment';
import { messageOf } from '../../../../src/ui/shared/messages/message-of';
import { NO_PARTS } from '../../../../src/domain/experiment/parts';

const GRAPH = { kind: 'hnsw', metric: 'cosine', m: 16, efConstruction: 200, efSearch: 400 };
const run = (name: string) => ({ kind: 'run', name, hash: 'h' });
const system = (id: string, parts: object = {}) => ({ id, retrievers: [run(id)], ...NO_PARTS, ...parts });
const experiment = (...systems: object[]) => ({
  schema: 1,
  systems,
  depth: 10,
  lists: 'depth',
  ks: [1],
  measures: ['MRR'],
  relevance: 1,
  missing: 'zero',
});

const CASES = [
  ['hnsw', { retrievers: [{ kind: 'file-vectors', name: 'v', hash: 'h', search: GRAPH }] }],
  ['hnsw', { retrievers: [run('a'), { kind: 'rewritten', retriever: { kind: 'dense', search: GRAPH } }] }],
  ['gate', { rerank: { kind: 'cross-encoder', gate: { kind: 'threshold', signal: 'top', threshold: 1 } } }],
  ['target', { target: 'elasticsearch' }],
  ['rank-window', { fusion: { method: 'rrf', constant: 60, weights: [1], rankWindow: { lists: 10 } } }],
  ['engine-norm', { fusion: { method: 'wsum', norm: 'haystack-dbsf', absent: 'zero', weights: [1] } }],
] as const;

describe('a retired part', () => {
  it.each(CASES)('%s is found wherever a system has it, and kept as text', (part, parts) => {
    const [found, ...others] = retiredParts(system('old', parts));
    expect(others).toEqual([]);
    expect(found!.part).toBe(part);
    expect(JSON.stringify(parts)).toContain(found!.text.slice(1, 10));
  });

  it('is not found where an option is null or absent, or another search is meant', () => {
    const search = { kind: 'quantised', precision: 'int8', rescore: 0 };
    const plain = system('a', { retrievers: [{ kind: 'dense', search }], rerank: null, target: null });
    expect(retiredParts(plain)).toEqual([]);
    for (const odd of [null, 3, 'x', [], { systems: 3 }, { systems: [null, { retrievers: 3 }] }])
      expect(retiredSystems(odd)).toEqual([]);
  });

  it.each(CASES)('%s is what an experiment is refused for, by name, and not as an unknown field', (part, parts) => {
    const read = parseExperiment(experiment(system('old', parts), system('new')));
    const problems = read.ok ? [] : read.problems;
    expect(problems).toMatchObject([
      { path: 'systems', code: 'parts-retired', data: { system: 'old', parts: [{ part }] } },
    ]);
    expect(messageOf(problems[0]!)).toMatch(/“old” has a part that is no longer available in this version: /);
  });
});

describe('an experiment file with retired parts', () => {
  const sources = { documents: true, runs: [{ system: 'new', hash: 'h' }], supplied: [] };
  const old = system('old', CASES[3][1]);

  it('is read without the systems that have them, which is offered', () => {
    const read = readExperiment(JSON.stringify(experiment(old, system('new'))), [], sources);
    if (read.ok) throw new Error('it was read with them');
    expect(read.problems.map(({ code }) => code)).toEqual(['system-retired']);
    expect(messageOf(read.problems[0]!)).toContain('"elasticsearch"');
    expect(read.rest).toEqual(experiment(system('new')));
  });

  it('has nothing to offer where no other system is left, or the others are refused, too', () => {
    const alone = readExperiment(JSON.stringify(experiment(old)), [], sources);
    expect(alone).not.toHaveProperty('rest');
    const refused = readExperiment(JSON.stringify(experiment(old, system('elsewhere'))), [], sources);
    expect(refused).not.toHaveProperty('rest');
    expect(refused.ok ? [] : refused.problems.map(({ code }) => code)).toEqual(['system-retired', 'run-missing']);
  });

  it('names every part of a system', () => {
    const [found] = retiredSystems(experiment(system('old', { ...CASES[0][1], ...CASES[3][1] })));
    expect(retiredMessage(found!)).toMatch(/HNSW.*"efSearch":400.*engine.*"elasticsearch"/);
  });
});
