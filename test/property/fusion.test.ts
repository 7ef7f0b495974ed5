import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuse, truncated } from '../../src/domain/fusion/fuse';
import { rerankOrder } from '../../src/domain/rerank/rerank-order';
import { rank } from '../../src/domain/run/order';
import { type DocId, docId, type Ranking } from '../../src/base/types';
import { hits } from './arbitraries';
import { anyFusion, reordered } from './fusions';
import { NamedValues } from '../../src/domain/retrieval/metadata/condition';
import { packRankings } from '../../src/domain/run/packed';
import { corpusFrom } from '../unit/workbench/workshop';
import { filteredSearch } from '../../src/workbench/run/stages/filter';
import MiniSearch from 'minisearch';
import { createMiniSearch, openMiniSearch } from '../../src/adapters/lexical/minisearch-index';
import { DEFAULT_ANALYZER } from '../../src/domain/text/analyzer-spec';
import type { MiniSearchSpec } from '../../src/domain/retrieval/retriever-spec';

const three = fc.tuple(hits, hits, hits);

function scoresOf(ranking: Ranking): Map<DocId, number> {
  return new Map(ranking.map(({ id, score }) => [id, score]));
}

/** Equal but for the rounding of sums in another order. */
function expectSameScores(a: Ranking, b: Ranking): void {
  const other = scoresOf(b);
  expect(other.size).toBe(a.length);
  const largest = Math.max(1, ...a.map(({ score }) => Math.abs(score)));
  for (const { id, score } of a) expect(Math.abs(other.get(id)! - score), id).toBeLessThanOrEqual(1e-9 * largest);
}

describe('every fusion', () => {
  it('gives every document of any list once, with a finite score, in order, and cuts to a beginning', () => {
    fc.assert(
      fc.property(three, anyFusion(3), fc.nat(12), (lists, spec, depth) => {
        const fused = fuse(lists, spec);
        expect(fused).toHaveLength(new Set(lists.flat().map((hit) => hit.id)).size);
        expect(new Set(fused.map((hit) => hit.id))).toEqual(new Set(lists.flat().map((hit) => hit.id)));
        expect(fused.every(({ score }) => Number.isFinite(score))).toBe(true);
        expect(rank(fused)).toEqual(fused);
        expect(truncated(fused, depth)).toEqual(fused.slice(0, depth));
      }),
      { numRuns: 300 },
    );
  });

  it('does not care in which order hits come', () => {
    fc.assert(
      fc.property(three, anyFusion(3), (lists, spec) => {
        expect(
          fuse(
            lists.map((list) => [...list].reverse()),
            spec,
          ),
        ).toEqual(fuse(lists, spec));
      }),
      { numRuns: 300 },
    );
  });

  it('does not care in which order lists come, if all that is theirs comes with them', () => {
    const order = fc.shuffledSubarray([0, 1, 2], { minLength: 3 });
    fc.assert(
      fc.property(three, anyFusion(3), order, (lists, spec, at) => {
        const other = fuse(
          at.map((i) => lists[i]!),
          reordered(spec, at),
        );
        expectSameScores(fuse(lists, spec), other);
      }),
      { numRuns: 300 },
    );
  });
});

const lists = fc.array(hits, { minLength: 1, maxLength: 5 });

/** Σ of the lists that have a before b, minus those that have b before a: absent is after all ranks. */
function majority(all: Ranking[], a: DocId, b: DocId): number {
  const place = (list: Ranking, id: DocId) => {
    const at = rank(list).findIndex((hit) => hit.id === id);
    return at < 0 ? Infinity : at;
  };
  return all.reduce((sum, list) => {
    const [x, y] = [place(list, a), place(list, b)];
    return sum + Number(x < y) - Number(y < x);
  }, 0);
}

it('Condorcet fusion puts documents of a higher component of the majority graph first', () => {
  fc.assert(
    fc.property(lists, (all) => {
      const fused = fuse(all, { method: 'condorcet' });
      const ids = fused.map(({ id }) => id);
      const reaches = ids.map((a) => ids.map((b) => a === b || majority(all, a, b) >= 0));
      for (const k of ids.keys())
        for (const i of ids.keys()) for (const j of ids.keys()) reaches[i]![j] ||= reaches[i]![k]! && reaches[k]![j]!;
      for (const i of ids.keys())
        for (const j of ids.keys())
          if (reaches[i]![j] && !reaches[j]![i]) expect(fused[i]!.score).toBeGreaterThan(fused[j]!.score);
    }),
  );
});

it('rerankOrder keeps every passage once, those not scored at the end as they were, and is in trec order', () => {
  const logits = fc.array(fc.double({ min: -30, max: 30, noNaN: true }), { maxLength: 10 });
  fc.assert(
    fc.property(hits, logits, fc.double({ min: 0, max: 1, noNaN: true }), (list, values, interpolation) => {
      const firstStage = rank(list);
      const scored = values.slice(0, firstStage.length);
      const order = rerankOrder(firstStage, scored, interpolation);
      expect(rank(order)).toEqual(order);
      expect(order.slice(scored.length).map((hit) => hit.id)).toEqual(
        firstStage.slice(scored.length).map((hit) => hit.id),
      );
      expect(order.map((hit) => hit.id).sort()).toEqual(firstStage.map((hit) => hit.id).sort());
    }),
  );
});

it('a filter gives what the whole list gives, filtered and then cut, searching again only where too little was kept', async () => {
  const DOCS = 60;
  const corpus = await corpusFrom(
    Array.from({ length: DOCS }, (_, i) => ({ id: docId(`d${i}`), title: '', text: '' })),
  );
  const lists = fc.array(fc.uniqueArray(fc.nat(DOCS - 1), { maxLength: DOCS }), { minLength: 1, maxLength: 5 });
  const kept = fc.option(fc.uniqueArray(fc.nat(DOCS - 1), { maxLength: DOCS }));
  const same = fc.asyncProperty(lists, kept, fc.integer({ min: 1, max: 70 }), async (whole, keep, depth) => {
    const ranked = whole.map((list) => list.map((doc, i) => ({ doc, score: -i })));
    let asked = 0;
    const searcher = {
      indexMilliseconds: 0,
      truncatedPassages: 0,
      search: (queries: readonly string[], deep: number) => {
        asked += queries.length;
        const found = queries.map((query) => ranked[Number(query)]!.slice(0, deep));
        return Promise.resolve({ ...packRankings(found), milliseconds: new Float64Array(queries.length).fill(1) });
      },
    };
    const meets = keep && ((doc: number): boolean => keep.includes(doc));
    const filter = { spec: { kind: 'values', field: 'f', values: ['v'] } as const, forQuestion: () => meets };
    const context = { corpus, signal: new AbortController().signal };
    const questions = whole.map((_, i) => String(i));
    const mutable = { ...filter, spec: { ...filter.spec, values: [...filter.spec.values] } };
    const found = await filteredSearch(context, searcher, questions, depth, mutable);
    const naive = ranked.map((list) => list.filter(({ doc }) => meets?.(doc) ?? true).slice(0, depth));
    const { milliseconds, ...packed } = found;
    expect(packed).toEqual(packRankings(naive));
    expect(milliseconds.reduce((sum, each) => sum + each, 0)).toBe(asked);
    if (keep === null) expect(asked).toBe(whole.length);
  });
  await fc.assert(same, { numRuns: 300 });
});

it('values that a question names stand in it whole, and none that does is missing but for those inside of longer ones', () => {
  const terms = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 3 });
  const same = fc.property(
    fc.array(terms, { maxLength: 8 }),
    fc.array(fc.constantFrom('a', 'b', 'c', 'd')),
    (values, question) => {
      const all = values.map((each) => ({ value: each.join(' '), terms: each }));
      const named = new NamedValues(all).in(question);
      const places = (each: readonly string[]): number[] =>
        question.flatMap((_, at) => (each.every((term, i) => question[at + i] === term) ? [at] : []));
      for (const { value, terms: own } of all) {
        const free = places(own).some((at) =>
          all.every(
            ({ terms: other }) =>
              other.length <= own.length ||
              places(other).every((from) => from > at || from + other.length < at + own.length),
          ),
        );
        expect(named.has(value), `${value} in ${question.join(' ')}`).toBe(free);
      }
    },
  );
  fc.assert(same, { numRuns: 300 });
});

/** Few terms, so that passages share them and scores tie; among them some that are awkward in trees and in objects. */
const term = fc.constantFrom('a', 'b', 'ab', 'abc', 'abd', 'b́', '__proto__', 'constructor', '1', '日本', '🙂', '');
const passage = fc.array(term, { maxLength: 20 }).map((terms) => terms.join(' '));
const corpus = fc.array(passage, { minLength: 1, maxLength: 40 });
const question = fc.array(fc.oneof(term, fc.constant('nowhere')), { maxLength: 12 }).map((terms) => terms.join(' '));
const spec: fc.Arbitrary<MiniSearchSpec> = fc.record({
  kind: fc.constant('minisearch' as const),
  analyzer: fc.constant(DEFAULT_ANALYZER),
  k1: fc.double({ min: 0, max: 5, noNaN: true }),
  b: fc.double({ min: 0, max: 1, noNaN: true }),
  delta: fc.double({ min: 0, max: 2, noNaN: true }),
  score: fc.constantFrom('bm25+' as const, 'times-matched-terms' as const),
});
const depth = fc.nat(45);

/** Empty terms too, which MiniSearch counts in the length of a passage and indexes nowhere. */
const analyze = (text: string): string[] => text.split(' ');

/** MiniSearch's own search, its factor divided out unless it is asked for, sorted by score and position. */
function searchOfMiniSearch(texts: readonly string[], asked: string, most: number, of: MiniSearchSpec) {
  const index = new MiniSearch({ fields: ['text'], tokenize: analyze, processTerm: (each) => each });
  index.addAll(texts.map((text, id) => ({ id, text })));
  return index
    .search(asked, { combineWith: 'OR', bm25: { k: of.k1, b: of.b, d: of.delta } })
    .map(({ id, score, queryTerms }) => ({
      doc: id as number,
      score: of.score === 'bm25+' ? score / queryTerms.length : score,
    }))
    .sort((x, y) => y.score - x.score || x.doc - y.doc)
    .slice(0, most);
}

function built(texts: readonly string[]) {
  const index = createMiniSearch(analyze);
  index.add(texts.slice(0, 3));
  index.add(texts.slice(3));
  return index;
}

describe('BM25+ of MiniSearch from typed arrays', () => {
  it('has every score of its own search, to the last bit, in the same order', () => {
    fc.assert(
      fc.property(corpus, fc.array(question, { maxLength: 4 }), depth, spec, (texts, questions, most, of) => {
        const search = built(texts).searcher(of);
        for (const asked of questions)
          expect(search(asked, most)).toStrictEqual(searchOfMiniSearch(texts, asked, most, of));
      }),
      { numRuns: 300 },
    );
  });

  it('stores what MiniSearch stores, and opens what it stored', async () => {
    await fc.assert(
      fc.asyncProperty(corpus, question, spec, async (texts, asked, of) => {
        const index = new MiniSearch({ fields: ['text'], tokenize: analyze, processTerm: (each) => each });
        index.addAll(texts.map((text, id) => ({ id, text })));
        const stored = JSON.stringify(index);
        expect(await (built(texts).serialise() as Blob).text()).toBe(stored);
        const opened = await openMiniSearch(new Blob([stored]), analyze);
        expect(opened!.searcher(of)(asked, 40)).toStrictEqual(searchOfMiniSearch(texts, asked, 40, of));
      }),
    );
  });
});
