import { DEFAULT_CHUNKER } from '../../../../src/domain/chunk/chunker-spec';
import { describe, expect, it } from 'vitest';
import { buildExperiment, DEFAULT_SETTINGS } from '../../../../src/domain/experiment/settings';
import {
  DEFAULT_DRAFT,
  readDraft,
  restoreDraft,
  type Available,
  type Draft,
  readKs,
} from '../../../../src/ui/settings/settings-draft';
import { lexical } from '../../../../src/domain/experiment/catalogue';
import { DEFAULT_ANALYZER } from '../../../../src/domain/text/analyzer-spec';
import { CARDS } from '../result';

const DOCUMENTS: Available = { documents: true, runs: [], leftOut: 0 };
const RUN = { system: 'made elsewhere', hash: 'abc' };

const problemsOf = (patch: Partial<Draft>, available = DOCUMENTS): object => {
  const read = readDraft({ ...DEFAULT_DRAFT, ...patch }, CARDS, available);
  return read.ok ? {} : read.problems;
};

describe('the form of the settings', () => {
  it.each([
    [null, 0.2],
    [0, 0],
    [0.35, 0.35],
  ])('reads α %d as %d: without one it is what the card of the model says', (interpolation, expected) => {
    const read = readDraft({ ...DEFAULT_DRAFT, interpolation }, CARDS, DOCUMENTS);
    const rerank = read.ok ? read.spec.systems.find(({ id }) => id === 'ensemble-rerank')?.rerank : null;
    expect(rerank?.interpolation).toBe(expected);
  });

  it('makes the experiment of the settings, in whatever order the systems were chosen', () => {
    const read = readDraft({ ...DEFAULT_DRAFT, systems: DEFAULT_DRAFT.systems.toReversed() }, CARDS, DOCUMENTS);
    expect(read.ok && read.spec).toEqual(buildExperiment(DEFAULT_SETTINGS, CARDS, DOCUMENTS));
  });

  it.each<[string, Partial<Draft>, string]>([
    ['a word for a number', { k1: NaN }, 'k1'],
    ['a number without an end', { depth: Infinity }, 'depth'],
    ['half a passage', { candidates: 1.5 }, 'candidates'],
    ['a weight below 0', { rrfDenseWeight: -1 }, 'rrfDenseWeight'],
    ['b above 1', { b: 2 }, 'b'],
    ['b above 1 where no system uses it', { b: 2, systems: ['embedding'] }, 'b'],
    ['a grade that all have', { relevance: 0 }, 'relevance'],
    ['a share of more than all', { lexicalWeight: 1.5 }, 'lexicalWeight'],
    ['a constant below 0', { rrfConstant: -1 }, 'rrfConstant'],
    ['no depth', { depth: 0 }, 'depth'],
    ['k deeper than the lists', { ks: '1, 500' }, 'ks'],
    ['no k', { ks: ',' }, 'ks'],
    ['no system', { systems: [] }, 'systems'],
    ['two weights of 0', { rrfLexicalWeight: 0, rrfDenseWeight: 0 }, 'rrfLexicalWeight'],
    ['a model that is not here', { embeddingModel: 'gone' }, 'embeddingModel'],
    ['a model of another task', { rerankerModel: 'hitrate-embedding' }, 'rerankerModel'],
    ['a measure that is not there', { measures: 'NDGC@10' }, 'measures'],
    ['no measure at all', { measures: '', families: [] }, 'measures'],
    ['a measure that looks deeper than the lists', { measures: 'P@500' }, 'measures'],
    ['a word for α, which may be empty', { interpolation: NaN }, 'interpolation'],
  ])('says what is wrong with %s, at its field', (_, patch, field) => {
    expect(Object.keys(problemsOf(patch))).toEqual([field]);
  });

  it('begins a message with a capital, but leaves k its name', () =>
    expect(problemsOf({ ks: '1, 500' })).toEqual({ ks: 'k = 500 is deeper than the lists, which end at 100.' }));

  it('lets k be deeper than the depth where lists are cut at k', () => {
    expect(problemsOf({ ks: '500', lists: 'k' })).toEqual({});
  });

  it('reads k in any order, with any separator', () => {
    expect(readKs('10，1 5;1')).toEqual([1, 5, 10]);
    expect(readKs('1, 0')).toBeNull();
    expect(readKs('1e3')).toBeNull();
  });
});

describe('measures in the form', () => {
  it('are read in the spellings of others, and take what every k has once', () => {
    const read = readDraft(
      { ...DEFAULT_DRAFT, families: ['nDCG'], measures: 'map, ndcg_cut_5, RR@7', ks: '5' },
      CARDS,
      DOCUMENTS,
    );
    expect(read.ok && read.spec.measures).toEqual(['nDCG@5', 'MAP', 'MRR@7']);
  });
});

describe('where there are judgments alone', () => {
  const available: Available = { documents: false, runs: [RUN], leftOut: 0 };

  it('evaluates the runs, whatever stands in the fields of retrieval', () => {
    const read = readDraft({ ...DEFAULT_DRAFT, depth: NaN, missing: 'skip' }, CARDS, available);
    expect(read.ok && read.spec.systems.map(({ id }) => id)).toEqual(['made elsewhere']);
    expect(read.ok && read.spec.missing).toBe('skip');
  });

  it('asks for a run where there is none', () =>
    expect(problemsOf({}, { documents: false, runs: [], leftOut: 0 })).toEqual({
      systems: 'Add a run: there are no documents to search here, and no results of another system yet.',
    }));
});

describe('remembered settings', () => {
  it('come back, with an α that was set, and with one that is left to the model', () => {
    for (const interpolation of [0.35, null]) {
      const draft = { ...DEFAULT_DRAFT, depth: 50, systems: ['bm25' as const], interpolation };
      expect(restoreDraft(JSON.parse(JSON.stringify(draft)), CARDS)).toEqual(draft);
    }
  });

  it('come back without a system too: runs of others may be all that is evaluated', () =>
    expect(restoreDraft({ systems: [] }, CARDS)).toEqual({ ...DEFAULT_DRAFT, systems: [] }));

  it('have the defaults in fields that were not known when they were stored, and read numbers as text', () => {
    const { families, measures, missing, ...old } = { ...DEFAULT_DRAFT, depth: '50' };
    expect([families.length > 0, measures, missing]).toEqual([true, 'MAP', 'zero']);
    expect(restoreDraft(old, CARDS)).toEqual({ ...DEFAULT_DRAFT, depth: 50 });
  });

  it.each([
    ['of an older version', 1, undefined, null],
    ['of an older version, as text', '1', undefined, null],
    ['of an older version', 2, undefined, 2],
    ['of this version', 1, 'keep', 1],
  ])('%s with the relevance %j have the one that was chosen', (_, relevance, ownDocument, chosen) => {
    const stored = JSON.parse(JSON.stringify({ ...DEFAULT_DRAFT, relevance, ownDocument })) as object;
    expect(restoreDraft(stored, CARDS).relevance).toBe(chosen);
  });

  it('keep custom systems and all other fields where one was empty when the page was closed', () => {
    const composed = [{ id: 'mine', retrievers: [lexical(DEFAULT_ANALYZER)], fusion: null, rerank: null }];
    const stored = JSON.parse(JSON.stringify({ ...DEFAULT_DRAFT, composed, k1: '2', depth: NaN })) as object;
    const restored = restoreDraft(stored, CARDS);
    expect(restored.composed.map(({ id }) => id)).toEqual(['mine']);
    expect(restored).toMatchObject({ k1: 2, depth: DEFAULT_DRAFT.depth });
    const one = restoreDraft({ ...stored, composed: [...composed, { id: 'of another version' }] }, CARDS);
    expect(one.composed).toEqual(restored.composed);
    // The usual k are deeper than the depth that was set, and two systems of one name can be named again.
    const named = {
      ...stored,
      composed: [...composed, ...composed],
      depth: 5,
      ks: '',
      chunkings: [DEFAULT_CHUNKER, {}],
    };
    const rest = { k1: 2, depth: DEFAULT_DRAFT.depth, ks: DEFAULT_DRAFT.ks, chunkings: [DEFAULT_CHUNKER] };
    expect(restoreDraft(named, CARDS)).toMatchObject({ ...rest, composed: [{ id: 'mine' }, { id: 'mine' }] });
  });

  it.each([
    null,
    'x',
    [],
    { depth: '-3' },
    { device: 'abacus' },
    { embeddingModel: 'gone' },
    { rerankerModel: 'hitrate-embedding' },
  ])('are the defaults where %j was found', (stored) => expect(restoreDraft(stored, CARDS)).toEqual(DEFAULT_DRAFT));
});
