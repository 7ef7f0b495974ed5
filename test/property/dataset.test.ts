import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCollection } from '../../src/adapters/files/read';
import { SyntaxFailure, scanJson } from '../../src/domain/dataset/json';
import { docId, queryId, type Dataset } from '../../src/base/types';

/** Ids that a table can hold and that are accepted: no tabs, line breaks, null characters, byte order marks, no blanks at the ends. */
const id = fc
  .oneof(
    fc.string({ minLength: 1, maxLength: 8, unit: 'binary' }),
    fc.constantFrom('1', '01', '-1', ' ', 'a b', '"', '\\', '__proto__', 'constructor', '🦆', 'query-id'),
  )
  .map((text) => text.replace(/[\t\n\r\0\ufeff]|^\s|\s$/g, '·'));

const text = fc.oneof(
  fc.string({ maxLength: 30, unit: 'binary' }),
  fc.constantFrom('a\nb', 'a\tb\r\n', '\u2028', '"\\'),
);
const question = text.map((each) => `?${each}`);

/** @param grades those that the format can write */
function datasets(grades: fc.Arbitrary<number>): fc.Arbitrary<Dataset> {
  const ids = fc.uniqueArray(id, { minLength: 1, maxLength: 8 });
  return fc.tuple(ids, ids).chain(([docIds, queryIds]) =>
    fc.record({
      docs: fc.tuple(
        ...docIds.map((each) => fc.record({ id: fc.constant(docId(each)), title: fc.constant(''), text })),
      ),
      queries: fc.tuple(...queryIds.map((each) => fc.record({ id: fc.constant(queryId(each)), text: question }))),
      judgments: fc.uniqueArray(
        fc.record({
          query: fc.constantFrom(...queryIds.map(queryId)),
          doc: fc.constantFrom(...docIds.map(docId)),
          grade: grades,
        }),
        { minLength: 1, selector: ({ query, doc }) => JSON.stringify([query, doc]) },
      ),
    }),
  );
}

/** Judgments are read grouped by question; their order means nothing. */
const unordered = ({ judgments, ...rest }: Dataset) => ({
  ...rest,
  judgments: judgments.map((each) => JSON.stringify(Object.entries(each).sort())).sort(),
});

async function readBack(files: Readonly<Record<string, BlobPart>>): Promise<Dataset> {
  const sources = Object.entries(files).map(([path, content]) => ({ path, file: new Blob([content]) }));
  const outcome = await readCollection({ files: sources }, () => {});
  if (!outcome.ok || outcome.kind !== 'collection') throw new Error(JSON.stringify(outcome));
  return outcome.dataset;
}

function beirOf({ docs, queries, judgments }: Dataset, end: string): Record<string, string> {
  const table = judgments.map(({ query, doc, grade }) => `${query}\t${doc}\t${grade}${end}`);
  return {
    'corpus.jsonl': docs.map(({ id: _id, ...rest }) => `${JSON.stringify({ _id, ...rest })}${end}`).join(''),
    'queries.jsonl': queries.map(({ id: _id, text }) => JSON.stringify({ text, _id })).join(end),
    'qrels/test.tsv': `query-id\tcorpus-id\tscore${end}${table.join('')}`,
  };
}

/** Written by hand: an object would lose `__proto__` and the order of keys that look like numbers. */
function llamaIndexOf({ docs, queries, judgments }: Dataset, gap: string): string {
  const object = (members: readonly (readonly [string, unknown])[]): string =>
    `{${members.map(([key, value]) => `${gap}${JSON.stringify(key)}:${gap}${JSON.stringify(value)}`).join(',')}${gap}}`;
  const judged = [...new Set(judgments.map(({ query }) => query))].map((query) => {
    const ofQuery = judgments.filter((each) => each.query === query);
    return [query, ofQuery.map(({ doc }) => doc)] as const;
  });
  const texts = (items: readonly { readonly id: string; readonly text: string }[]): string =>
    object(items.map((item) => [item.id, item.text]));
  return `{"relevant_docs":${object(judged)},"queries":${texts(queries)},${gap}"corpus":${texts(docs)},"mode":"text"}${gap}`;
}

describe('a dataset that is written and read back', () => {
  const graded = datasets(fc.integer({ min: -3, max: 5 }));
  const binary = datasets(fc.constant(1));
  const end = fc.constantFrom('\n', '\r\n', '\n\n');

  it('is the same, in the files of BEIR', async () => {
    const same = fc.asyncProperty(graded, end, async (dataset, each) => {
      expect(unordered(await readBack(beirOf(dataset, each)))).toEqual(unordered(dataset));
    });
    await fc.assert(same, { numRuns: 200 });
  });

  it('is the same, in the JSON of LlamaIndex', async () => {
    const same = fc.asyncProperty(binary, fc.constantFrom('', '\n', '\r\n  '), async (dataset, gap) => {
      expect(unordered(await readBack({ 'a.json': llamaIndexOf(dataset, gap) }))).toEqual(unordered(dataset));
    });
    await fc.assert(same, { numRuns: 200 });
  });
});

describe('scanJson', () => {
  const accepts = (parse: (text: string) => unknown, text: string): boolean => {
    try {
      parse(text);
      return true;
    } catch (error) {
      if (!(error instanceof SyntaxError || error instanceof SyntaxFailure)) throw error;
      return false;
    }
  };

  it('takes what JSON.parse takes, and finds the same members', () => {
    const same = fc.property(fc.object({ maxDepth: 4 }), fc.constantFrom(0, 1), (value, indent) => {
      const written = JSON.stringify(value, null, indent);
      const found = new Map<string, unknown>();
      scanJson(written, ({ depth, key, valueAt, valueEnd }) => {
        if (depth === 1) found.set(key, JSON.parse(written.slice(valueAt, valueEnd)));
      });
      expect(found).toEqual(new Map(Object.entries(JSON.parse(written) as object)));
    });
    fc.assert(same, { numRuns: 300 });
  });

  it('refuses what JSON.parse refuses, after any one change of a character', () => {
    const characters = fc.constantFrom(...'{}[]",:\\ue0-+.19nt \n\u0001é', '');
    const same = fc.property(fc.json({ maxDepth: 3 }), fc.nat(), characters, (written, where, character) => {
      const at = where % (written.length + 1);
      const changed = `${written.slice(0, at)}${character}${written.slice(at + 1)}`;
      expect(accepts(scanJson, changed)).toBe(accepts(JSON.parse, changed));
    });
    fc.assert(same, { numRuns: 2000 });
  });
});
