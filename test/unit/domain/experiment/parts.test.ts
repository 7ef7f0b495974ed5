import { describe, expect, it } from 'vitest';
import {
  lostByFusing,
  NO_PARTS,
  previousStages,
  soleRetriever,
  type SystemSpec,
  trainsOnQuestions,
} from '../../../../src/domain/experiment/parts';
import { DEFAULT_ANALYZER } from '../../../../src/domain/text/analyzer-spec';
import { parseExperiment } from '../../../../src/domain/experiment/experiment';
import { modelCard } from '../../../model-card';
import { bareSystem, changedSystems } from '../../system-parts';
import { catalogue } from '../../../../src/domain/experiment/catalogue';
import { composedOf, parseComposed } from '../../../../src/domain/experiment/composed';
import { buildExperiment, DEFAULT_SETTINGS } from '../../../../src/domain/experiment/settings';
import { readExperiment } from '../../../../src/domain/experiment/experiment-file';
import { retiredParts, retiredSystems } from '../../../../src/domain/experiment/retired';
import { messageOf } from '../../../../src/ui/shared/messages/message-of';

const experiment = {
  ...{ schema: 1, depth: 10, lists: 'depth', ks: [1], measures: ['MRR'], relevance: 1, missing: 'zero' },
} as const;

describe('parts', () => {
  describe('previousStages', () => {
    const RERANK = { model: 'm', candidates: 20 } as unknown as SystemSpec['rerank'];
    const OTHER = { model: 'm', candidates: 50 } as unknown as SystemSpec['rerank'];
    const BOOST = { kind: 'question', field: 'f', weight: 1 } as unknown as NonNullable<SystemSpec['boost']>;
    const words = { kind: 'minisearch', analyzer: DEFAULT_ANALYZER } as unknown as SystemSpec['retrievers'][number];
    const vectors = { kind: 'dense' } as unknown as SystemSpec['retrievers'][number];
    const system = (id: string, parts: Partial<SystemSpec> = {}): SystemSpec => ({
      id,
      retrievers: [words],
      ...NO_PARTS,
      ...parts,
    });

    it('finds the system without the reranker', () => {
      const systems = [
        system('words'),
        system('words-rerank', { rerank: RERANK }),
        system('vectors-rerank', { retrievers: [vectors], rerank: RERANK }),
      ];
      expect(previousStages(systems)).toEqual([null, { system: 'words', part: 'rerank' }, null]);
    });

    it('takes the last stage away, and that alone', () => {
      const systems = [
        system('words'),
        system('boosted', { boost: BOOST }),
        system('boosted-rerank', { boost: BOOST, rerank: RERANK }),
        system('rerank-50', { rerank: OTHER }),
        system('threshold', { rerank: OTHER, threshold: 0.5 }),
      ];
      expect(previousStages(systems)).toEqual([
        null,
        { system: 'words', part: 'boost' },
        { system: 'boosted', part: 'rerank' },
        { system: 'words', part: 'rerank' },
        { system: 'rerank-50', part: 'threshold' },
      ]);
    });

    it('is none where only the system before the last is missing', () => {
      const systems = [system('words'), system('boosted-rerank', { boost: BOOST, rerank: RERANK })];
      expect(previousStages(systems)).toEqual([null, null]);
    });
  });

  const [retriever] = bareSystem.retrievers;

  describe('soleRetriever', () => {
    it('is the retriever of a system that is nothing else, whatever its name and its chunking', () => {
      expect(soleRetriever(bareSystem)).toBe(retriever);
      expect(soleRetriever({ ...bareSystem, id: 'other', chunker: { kind: 'whole' } as never })).toBe(retriever);
    });

    it.each(changedSystems)('is none of a system with %s, which a fusion of its list would drop', (_, system) => {
      expect(parseExperiment({ ...experiment, systems: [system] })).toMatchObject({ ok: true });
      expect(soleRetriever(system)).toBeNull();
      expect(lostByFusing(system)).toHaveLength(1);
    });

    it('reads systems that were kept before some part was', () => {
      const { id, retrievers } = bareSystem;
      expect(soleRetriever({ id, retrievers } as never)).toBe(retriever);
    });
  });

  describe('trains on questions', () => {
    const system = (parts: object): SystemSpec => ({ id: 'a', retrievers: [], ...parts }) as unknown as SystemSpec;

    it('is so of cross-validated rankers and trained fusions, and not of a saved ranker or a system without training', () => {
      expect(trainsOnQuestions(system({}))).toBe(false);
      expect(trainsOnQuestions(system({ learned: { kind: 'saved' } }))).toBe(false);
      expect(trainsOnQuestions(system({ learned: { kind: 'cross-validated' } }))).toBe(true);
      expect(trainsOnQuestions(system({ crossFitted: { folds: 5 } }))).toBe(true);
    });
  });
});

const cards = (revision: string) => [
  modelCard('hitrate-embedding', 'embedding', { revision, maxTokens: 512 }),
  modelCard('hitrate-reranker', 'reranking', { revision }),
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
    const encoder = { kind: 'dense', model: 'hitrate-embedding', revision: 'r2', maxTokens: 512 };
    expect(first!.retrievers[0]).toMatchObject(encoder);
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

describe('retired', () => {
  const GRAPH = { kind: 'hnsw', metric: 'cosine', m: 16, efConstruction: 200, efSearch: 400 };
  const run = (name: string) => ({ kind: 'run', name, hash: 'h' });
  const system = (id: string, parts: object = {}) => ({ id, retrievers: [run(id)], ...NO_PARTS, ...parts });
  const withSystems = (...systems: object[]) => ({ ...experiment, systems });

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
      const read = parseExperiment(withSystems(system('old', parts), system('new')));
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
      const read = readExperiment(JSON.stringify(withSystems(old, system('new'))), [], sources);
      if (read.ok) throw new Error('it was read with them');
      expect(read.problems.map(({ code }) => code)).toEqual(['system-retired']);
      expect(messageOf(read.problems[0]!)).toContain('"elasticsearch"');
      expect(read.rest).toEqual(withSystems(system('new')));
    });

    it('has nothing to offer where no other system is left, or the others are refused, too', () => {
      const alone = readExperiment(JSON.stringify(withSystems(old)), [], sources);
      expect(alone).not.toHaveProperty('rest');
      const refused = readExperiment(JSON.stringify(withSystems(old, system('elsewhere'))), [], sources);
      expect(refused).not.toHaveProperty('rest');
      expect(refused.ok ? [] : refused.problems.map(({ code }) => code)).toEqual(['system-retired', 'run-missing']);
    });
  });
});
