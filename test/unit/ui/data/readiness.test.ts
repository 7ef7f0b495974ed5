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

  it('is weak where all questions are generated, and not where some are', () => {
    const cloze = Array.from({ length: 60 }, () => 'cloze' as const);
    expect(readinessOf(record(), questions(...cloze), null).questions).toMatchObject({
      state: 'weak',
      label: 'All generated',
    });
    const mixed = readinessOf(record(), questions(...cloze.slice(1), 'written'), null).questions;
    expect([mixed.state, mixed.about]).toEqual(['ready', '59 are generated: people may ask otherwise.']);
  });

  it('is weak where the questions could not separate the systems, and says how many more it takes', () => {
    const badge = {
      state: 'amber',
      questions: 60,
      differing: 40,
      causes: ['undetectable'],
      further: 20,
      tied: [],
    } as const;
    const of = (saturation: SaturationBadge) =>
      readinessOf(record(), questions('written'), null, { saturation }).questions;
    expect(of(badge)).toMatchObject({
      label: 'Cannot separate',
      about: expect.stringContaining('Write or judge about 20 more.'),
    });
    expect(of({ ...badge, causes: ['ties'], further: null }).label).toBe('Ready');
  });

  it('is weak with few questions, counted in the title', () => {
    const { title, questions: card } = readinessOf(record({ queries: 29, judgedQueries: 29 }), questions(), null);
    expect([title, card.label]).toEqual(['Ready, with 1 weak spot', 'Few']);
  });

  it('is weak where more than half of what systems rank first is unjudged', () => {
    expect(readinessOf(record(), null, unjudged(0.5)).judgments.state).toBe('ready');
    expect(readinessOf(record(), null, unjudged(0.5), { toCheck: 3 }).judgments).toMatchObject({
      state: 'weak',
      label: '3 to check',
    });
    expect(readinessOf(record(), null, unjudged(0.84)).judgments).toMatchObject({
      state: 'weak',
      about: 'Up to 84\u00a0% of a system’s first 10 passages were never judged; they count as not relevant.',
    });
  });

  it('needs no documents where runs of other systems are scored', () => {
    expect(readinessOf(record({ docs: 0 }), null, null)).toMatchObject({
      next: 'run',
      documents: { label: 'Not needed' },
    });
  });
});
