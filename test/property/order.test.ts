import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareBytes, compareHits } from '../../src/domain/run/order';
import { packRankings, unpackRankings } from '../../src/domain/run/packed';
import { canonicalJson } from '../../src/base/hash';
import { docIds, hits } from './arbitraries';

/** Strings without half surrogate pairs, which have no UTF-8; from all planes. */
const text = fc.string({ unit: 'binary', maxLength: 6 });

const sign = Math.sign;

it('compareBytes is the order of the UTF-8 bytes', () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(sign(compareBytes(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
  );
});

describe('compareHits', () => {
  const hit = fc.record({ id: fc.constantFrom(...docIds), score: fc.double({ noNaN: true, min: -2, max: 2 }) });

  it('is a total order: antisymmetric, transitive, and 0 only for equals', () => {
    fc.assert(
      fc.property(hit, hit, hit, (a, b, c) => {
        expect(sign(compareHits(a, b)) + sign(compareHits(b, a))).toBe(0);
        if (compareHits(a, b) <= 0 && compareHits(b, c) <= 0) expect(compareHits(a, c)).toBeLessThanOrEqual(0);
        if (compareHits(a, b) === 0) expect(a.id === b.id && a.score === b.score).toBe(true);
      }),
    );
  });
});

it('packed rankings unpack to what was packed', () => {
  fc.assert(
    fc.property(fc.array(hits, { maxLength: 5 }), (rankings) => {
      const positions = rankings.map((list) => list.map(({ id, score }) => ({ doc: docIds.indexOf(id), score })));
      expect(unpackRankings(packRankings(positions), docIds)).toEqual(rankings);
    }),
  );
});

describe('canonicalJson', () => {
  /** The same value with the keys of every object in reverse. */
  function reversed(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(reversed);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([key, field]) => [key, reversed(field)]),
    );
  }

  it('does not depend on the order of keys and reads back as the value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(canonicalJson(reversed(value))).toBe(canonicalJson(value));
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});
