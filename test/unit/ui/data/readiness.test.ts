import { describe, expect, it } from 'vitest';
import type { SaturationBadge } from '../../../../src/domain/verdict/types';
import { readinessOf } from '../../../../src/ui/data/readiness';
import { type QuestionOrigin, queryId } from '../../../../src/base/types';
import type { CollectionCounts, CollectionRecord, Questions } from '../../../../src/contract/storage';
import { resultOf } from '../result';

const COUNTS: CollectionCounts = { docs: 228, queries: 60, judgments: 80, judgedQueries: 60, characters: 9000 };

const record = (counts: Partial<CollectionCounts> = {}, patch: Partial<CollectionRecord> = {}): CollectionRecord =>
  ({
    counts: { ...COUNTS, ...counts },
    summary: { languages: [{ language: 'en', share: 1 }] },
    ...patch,
  }) as CollectionRecord;

const questions = (...origins: (QuestionOrigin | undefined)[]): Questions => ({
  judgments: [],
  queries: origins.map((origin, i) => ({ id: queryId(String(i)), text: 'tea?', ...(origin ? { origin } : {}) })),
});

const unjudged = (share: number) => {
  const result = resultOf({ bm25: [1, 2] });
  return { ...result, systems: result.systems.map((system) => ({ ...system, unjudged: { 10: share } })) };
};

describe('whether a collection is ready', () => {
  it('is, where it has documents, questions and judgments', () => {
    const { title, next, documents, questions: asked } = readinessOf(record(), questions(undefined, 'written'), null);
    expect([title, next, documents.state, asked.about]).toEqual(['Ready', 'run', 'ready', 'None was generated.']);
  });

  it.each([
    ['questions', { queries: 0, judgments: 0, judgedQueries: 0 }, 'Now: questions'],
    ['judge', { judgments: 0, judgedQueries: 0 }, 'Now: judgments'],
  ] as const)('says that %s come next', (next, counts, title) => {
    expect(readinessOf(record(counts), questions(), null)).toMatchObject({ next, title });
  });

  const cloze = Array.from({ length: 60 }, () => 'cloze' as const);
  const badge = {
    state: 'amber',
    questions: 60,
    differing: 40,
    causes: ['undetectable'],
    further: 20,
    tied: [],
  } as const;
  const separated = (saturation: SaturationBadge) => readinessOf(record(), questions('written'), null, { saturation });
  const few = readinessOf(record({ queries: 29, judgedQueries: 29 }), questions(), null);

  it.each([
    [
      'generated questions',
      readinessOf(record(), questions(...cloze), null).questions,
      'weak',
      'All generated',
      'All are',
    ],
    [
      'some of them',
      readinessOf(record(), questions(...cloze.slice(1), 'written'), null).questions,
      'ready',
      'Ready',
      '59 are generated',
    ],
    ['questions that separate nothing', separated(badge).questions, 'weak', 'Cannot separate', 'judge about 20 more.'],
    ['ties', separated({ ...badge, causes: ['ties'], further: null }).questions, 'ready', 'Ready', ''],
    ['few questions', few.questions, 'weak', 'Few', ''],
    ['half unjudged', readinessOf(record(), null, unjudged(0.5)).judgments, 'ready', 'Ready', ''],
    [
      'more unjudged',
      readinessOf(record(), null, unjudged(0.84)).judgments,
      'weak',
      'Thin',
      'Up to 84\u00a0% of a system’s first 10',
    ],
    [
      'judgments to check',
      readinessOf(record(), null, unjudged(0.5), { toCheck: 3 }).judgments,
      'weak',
      '3 to check',
      '',
    ],
  ])('of %s', (_, card, state, label, about) => {
    expect(card).toMatchObject({ state, label, about: expect.stringContaining(about) as string });
  });

  it('counts weak spots in the title, and needs no documents where runs of other systems are scored', () => {
    expect(few.title).toBe('Ready, with 1 weak spot');
    const { next, documents } = readinessOf(record({ docs: 0 }), null, null);
    expect([next, documents.label]).toEqual(['run', 'Not needed']);
  });
});
