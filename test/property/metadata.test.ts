import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readCollection } from '../../src/adapters/files/read';
import { NamedValues } from '../../src/domain/retrieval/metadata/condition';
import { packRankings } from '../../src/domain/run/packed';
import { docId, type Metadata } from '../../src/base/types';
import { corpusFrom } from '../unit/workbench/workshop';
import { filteredSearch } from '../../src/workbench/run/stages/filter';

const name = fc.oneof(
  fc.string({ minLength: 1, maxLength: 6, unit: 'binary' }),
  fc.constantFrom('__proto__', 'constructor', 'title', 'metadata', '1'),
);
const text = fc.string({ minLength: 1, maxLength: 8, unit: 'binary' }).map((each) => `${each}.`);
const metadata: fc.Arbitrary<Metadata> = fc
  .array(
    fc.tuple(
      name,
      fc.oneof(
        text,
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.array(text, { minLength: 1, maxLength: 3 }),
      ),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((entries) => Object.fromEntries(entries));

it('metadata that is written to the files of BEIR and read back is the same', async () => {
  const same = fc.asyncProperty(metadata, async (written) => {
    const files = {
      'corpus.jsonl': JSON.stringify({ _id: 'd', title: '', text: 'x', metadata: written }),
      'queries.jsonl': JSON.stringify({ _id: 'q', text: 'which?' }),
      'qrels/test.tsv': 'query-id\tcorpus-id\tscore\nq\td\t1\n',
    };
    const sources = Object.entries(files).map(([path, content]) => ({ path, file: new Blob([content]) }));
    const outcome = await readCollection({ files: sources }, () => {});
    if (!outcome.ok || outcome.kind !== 'collection') throw new Error(JSON.stringify(outcome));
    // −0 is 0 in JSON.
    const plain: unknown = JSON.parse(JSON.stringify(Object.entries(written)));
    expect(Object.entries(outcome.dataset.docs[0]!.metadata!)).toEqual(plain);
  });
  await fc.assert(same, { numRuns: 200 });
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
  fc.assert(same, { numRuns: 1000 });
});
