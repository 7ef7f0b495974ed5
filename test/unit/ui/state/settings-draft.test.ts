import { describe, expect, it } from 'vitest';
import { buildExperiment, DEFAULT_SETTINGS } from '../../../../src/domain/spec/settings';
import { DEFAULT_DRAFT, readDraft, readKs, restoreDraft, type Draft } from '../../../../src/ui/state/settings-draft';
import { CARDS } from '../result';

const problemsOf = (patch: Partial<Draft>): object => {
  const read = readDraft({ ...DEFAULT_DRAFT, ...patch }, CARDS);
  return read.ok ? {} : read.problems;
};

describe('the form of the settings', () => {
  it('makes the default experiment of the defaults', () => {
    const read = readDraft(DEFAULT_DRAFT, CARDS);
    expect(read.ok && read.spec).toEqual(buildExperiment(DEFAULT_SETTINGS, CARDS));
  });

  it('makes the same experiment in whatever order the systems were chosen', () => {
    const read = readDraft({ ...DEFAULT_DRAFT, systems: DEFAULT_DRAFT.systems.toReversed() }, CARDS);
    expect(read.ok && read.spec).toEqual(buildExperiment(DEFAULT_SETTINGS, CARDS));
  });

  it.each<[string, Partial<Draft>, string]>([
    ['a word for a number', { k1: 'abc' }, 'k1'],
    ['an empty number', { depth: ' ' }, 'depth'],
    ['half a passage', { candidates: '1.5' }, 'candidates'],
    ['a weight below 0', { rrfDenseWeight: '-1' }, 'rrfDenseWeight'],
    ['b above 1', { b: '1.1' }, 'b'],
    ['k deeper than the lists', { ks: '1, 500' }, 'ks'],
    ['no k', { ks: ',' }, 'ks'],
    ['no system', { systems: [] }, 'systems'],
    ['two weights of 0', { rrfLexicalWeight: '0', rrfDenseWeight: '0' }, 'rrfLexicalWeight'],
    ['a model that is not here', { embeddingModel: 'gone' }, 'embeddingModel'],
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

describe('remembered settings', () => {
  it('come back', () => {
    const draft = { ...DEFAULT_DRAFT, depth: '50', systems: ['bm25' as const] };
    expect(restoreDraft(JSON.parse(JSON.stringify(draft)), CARDS)).toEqual(draft);
  });

  it.each([null, 'x', [], { depth: '-3' }, { device: 'abacus' }, { systems: [] }, { embeddingModel: 'gone' }])(
    'are the defaults where %j was found',
    (stored) => expect(restoreDraft(stored, CARDS)).toEqual(DEFAULT_DRAFT),
  );
});
