import type { SystemSpec } from '../../../../src/domain/experiment/parts';
import type { HandedQuestion, HandedSystem, SearchForm, TargetId } from '../../../../src/domain/handover/target';
import { expressedFor } from '../../../../src/domain/handover/targets';
import { dense, handed, LEXICAL, MIN_MAX, passages } from './make';

/** Systems of every shape that a body has. */
export const SYSTEMS: Readonly<Record<string, Partial<SystemSpec>>> = {
  'reciprocal rank fusion': {},
  'a weighted sum': { fusion: MIN_MAX },
  words: { retrievers: [LEXICAL], fusion: null },
  vectors: { retrievers: [dense()], fusion: null, threshold: 0.2 },
  'terms of an analyzer that no engine has': {
    retrievers: [{ ...LEXICAL, analyzer: { ...LEXICAL.analyzer, tokens: 'japanese' } }, dense()],
  },
  'stop words and stems': {
    retrievers: [{ ...LEXICAL, analyzer: { ...LEXICAL.analyzer, stopWords: ['en'], stemmer: 'en' } }, dense()],
  },
  'a filter of values': { filter: { kind: 'values', field: 'kind', values: ['a', 'b'] } },
  'a filter of numbers': { filter: { kind: 'range', field: 'year', least: 1990, most: null } },
};

/** What is written is the nearest that the target can express. */
export const nearest = (id: TargetId, parts: Partial<SystemSpec>, approximate = false): HandedSystem => {
  const given = handed(parts);
  return { ...given, system: expressedFor(id, given.system).nearest!, approximate };
};

export const question = (forms: readonly SearchForm[]): HandedQuestion => ({
  searched: passages(forms)[0]!.searched.map((each) => each!),
});
