import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCollection } from '../../src/adapters/files/read';
import { ProblemLog } from '../../src/domain/dataset/problem';
import { parseLiteral } from '../../src/domain/dataset/readers/lists';
import { trecRunFormat } from '../../src/domain/dataset/runs/read-runs';
import type { ImportOutcome } from '../../src/domain/dataset/outcome';
import { describeProblem } from '../../src/ui/shared/messages/importing';
import type { PackedRun } from '../../src/domain/run/packed';
import { unpackRankings } from '../../src/domain/run/packed';
import { source } from '../unit/domain/dataset/make';

type Files = Readonly<Record<string, string>>;

const read = (files: Files): Promise<ImportOutcome> =>
  readCollection({ files: Object.entries(files).map(([path, text]) => ({ path, file: new Blob([text]) })) }, () => {});

const json = JSON.stringify;
const llamaIndex = { queries: { q: 'which?' }, corpus: { d: 'text' }, relevant_docs: { q: ['d'] }, mode: 'text' };
const ragas = {
  user_input: 'a?',
  retrieved_contexts: ['x', 'y'],
  reference_contexts: ['x'],
  reference_context_ids: [1],
};
const openSearch = { judgmentRatings: [{ query: 'q', ratings: [{ docId: 'd', rating: '1.0' }] }] };

/** A sound example of every format. */
const examples: Readonly<Record<string, Files>> = {
  beir: {
    'corpus.jsonl': '{"_id":"d","title":"T","text":"text"}\n',
    'queries.jsonl': '{"_id":"q","text":"which?","ground_truth":"text"}\n',
    'qrels/test.tsv': 'query-id\tcorpus-id\tscore\nq\td\t1\n',
  },
  mteb: {
    'corpus.csv': 'id,text\nd,"te ""x"" t"\n',
    'queries.csv': 'id,text\nq,why?\n',
    'qrels.csv': 'query-id,corpus-id,score\nq,d,1\n',
  },
  msMarco: { 'collection.tsv': '1\ttext\n', 'queries.dev.tsv': '2\twhy?\n', 'qrels.dev.tsv': '2\t0\t1\t1\n' },
  llamaIndex: { 'a.json': json(llamaIndex) },
  ragas: { 'a.jsonl': `${json(ragas)}\n` },
  ragasCsv: {
    'a.csv': `user_input,retrieved_contexts,reference_contexts\na?,"['x', ""y""]","array(['x'], dtype=object)"\n`,
  },
  autoRag: {
    'qa.csv': `qid,query,retrieval_gt\nq,why?,"[['d'], ['e']]"\n`,
    'corpus.json': json({ doc_id: { 0: 'd', 1: 'e' }, contents: { 0: 'x', 1: 'y' } }),
  },
  questionAnswer: { 'q.csv': 'Text,AID\nwhy?,1\n', 'a.csv': 'AID,Text\n1,so\n' },
  trecQrels: { 'a.qrels': 'q 0 d 1\nq 0 e 0\n' },
  ranxQrels: { 'a.json': '{"q": {"d": 1, "e": 0}}' },
  quepid: { 'a.csv': 'query,docid,rating\nq,d,3\nq,e,\n' },
  openSearch: { 'a.json': json(openSearch) },
  trecRun: { 'a.run': 'q Q0 d 1 2.5 t\nq Q0 e 2 1.5e-1 t\n' },
  ranxRun: { 'a.json': '{"q": {"d": 1.5, "e": 0.5}}' },
};

/** Characters that mean something in one format or another. */
const character = fc.oneof(
  fc.constantFrom(
    ...'{}[]()",;:\\\'\t\n\r #.-+eE0179 \u0000\ufeff\u00a0\ud800🦆',
    'NaN',
    'null',
    '""',
    '\r\n',
    '1e999',
    '[['.repeat(30),
  ),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 3 }),
);

interface Change {
  readonly file: number;
  readonly at: number;
  readonly length: number;
  readonly put: string;
}

const change: fc.Arbitrary<Change> = fc.record({
  file: fc.nat(),
  at: fc.nat(),
  length: fc.oneof(fc.constant(0), fc.nat(3), fc.nat(60)),
  put: fc.oneof(fc.constant(''), character),
});

function changed(files: Files, changes: readonly Change[]): Files {
  const result = { ...files };
  const paths = Object.keys(files);
  for (const { file, at, length, put } of changes) {
    const path = paths[file % paths.length]!;
    const text = result[path]!;
    const start = at % (text.length + 1);
    result[path] = text.slice(0, start) + put + text.slice(start + length);
  }
  return result;
}

/** An outcome that a person can act on, whatever was read. */
function expectSound(outcome: ImportOutcome): void {
  const told = outcome.ok ? outcome.warnings : outcome.problems;
  if (!outcome.ok) expect(outcome.problems.length).toBeGreaterThan(0);
  for (const each of told) {
    expect(describeProblem(each)).not.toMatch(/undefined|object Object/);
    if (each.line !== undefined) expect(each.line).toBeGreaterThan(0);
  }
  if (!outcome.ok) return;
  for (const { run } of outcome.runs) expect(run.rankings.scores.every(Number.isFinite)).toBe(true);
  if (outcome.kind === 'runs') return;
  const { docs, queries, judgments } = outcome.dataset;
  expect(judgments.length).toBeGreaterThan(0);
  const [docIds, queryIds] = [new Set(docs.map(({ id }) => id)), new Set(queries.map(({ id }) => id))];
  for (const { query, grade } of judgments) expect(queryIds.has(query) && Number.isFinite(grade)).toBe(true);
  // A judged document that is missing counts as never found, but most are there.
  const judged = [...new Set(judgments.map(({ doc }) => doc))];
  if (docs.length > 0) expect(judged.filter((doc) => docIds.has(doc)).length * 2).toBeGreaterThanOrEqual(judged.length);
}

describe('files of any content', () => {
  it.each(Object.entries(examples))('%s: the example is read', async (_name, files) => {
    expect(await read(files)).toMatchObject({ ok: true });
  });

  it.each(Object.entries(examples))(
    '%s: give an outcome after any changes',
    { timeout: 60_000 },
    async (_name, files) => {
      const sound = fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
        expectSound(await read(changed(files, changes)));
      });
      await fc.assert(sound, { numRuns: 40 });
    },
  );

  it('give an outcome when they are noise under names of any format', { timeout: 60_000 }, async () => {
    const paths = [...new Set(Object.values(examples).flatMap((files) => Object.keys(files)))];
    const noise = fc.array(character, { maxLength: 40 }).map((parts) => parts.join(''));
    const sound = fc.asyncProperty(fc.dictionary(fc.constantFrom(...paths), noise, { maxKeys: 4 }), async (files) => {
      expectSound(await read(files));
    });
    await fc.assert(sound, { numRuns: 150 });
  });

  it('give an outcome when parts of formats are mixed', { timeout: 60_000 }, async () => {
    const all = Object.values(examples).flatMap((files) => Object.entries(files));
    const mixed = fc.asyncProperty(fc.subarray(all, { maxLength: 6 }), async (entries) => {
      expectSound(await read(Object.fromEntries(entries)));
    });
    await fc.assert(mixed, { numRuns: 80 });
  });
});

it('lists in cells are read as JSON writes them, and as Python would', () => {
  const value = fc.letrec<{ item: unknown }>((tie) => ({
    item: fc.oneof(
      { maxDepth: 3 },
      fc.string({ unit: 'binary' }),
      fc.integer(),
      fc.array(tie('item'), { maxLength: 3 }),
    ),
  })).item;
  const same = fc.property(fc.array(value, { maxLength: 4 }), (list) => {
    expect(parseLiteral(json(list))).toEqual(list);
    expect(parseLiteral(python(list))).toEqual(list);
  });
  fc.assert(same, { numRuns: 200 });
});

/** As `repr` writes lists of texts and whole numbers. */
function python(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(python).join(', ')}]`;
  if (typeof value === 'number') return String(value);
  const text = String(value).replace(
    /[\\\n\r\t]/g,
    (each) => ({ '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' })[each]!,
  );
  return text.includes("'") && !text.includes('"') ? `"${text}"` : `'${text.replaceAll("'", "\\'")}'`;
}

/** An id as TREC's files can hold it: no white space of C, no “#” at the beginning of a line. */
const id = fc
  .oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 8 }),
    fc.constantFrom('1', '01', 'Q0', '#', '__proto__', '文\u3000文', '🦆'),
  )
  .map((text) => text.replace(/[\t-\r \0\ufeff]|^\s|\s$/g, '·').replace(/^#/, '+#'))
  .filter((text) => !/\p{Surrogate}/u.test(text));

const score = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ noNaN: true, noDefaultInfinity: true }));

const hits = fc.uniqueArray(fc.record({ query: id, doc: id, score }), {
  minLength: 1,
  maxLength: 30,
  selector: (hit) => json([hit.query, hit.doc]),
});

const line = ({ query, doc, score }: { query: string; doc: string; score: number }): string =>
  `${query} Q0 ${doc} 1 ${score} tag\n`;

async function parsed(text: string): Promise<PackedRun> {
  const log = new ProblemLog();
  const found = await trecRunFormat.read(source('a.run', text), log);
  expect([log.problems, log.warnings]).toEqual([[], []]);
  return found!.run;
}

const listsOf = ({ queries, docs, rankings }: PackedRun) =>
  new Map(unpackRankings(rankings, docs).map((list, i) => [queries[i], list]));

describe('TREC files that are written and read back', () => {
  it('are the same packed run in whatever order the lines of each question are, with every id and every score', async () => {
    const same = fc.asyncProperty(hits, fc.gen(), async (lines, gen) => {
      const first = [...new Set(lines.map(({ query }) => query))];
      const grouped = (each: typeof lines) => first.flatMap((query) => each.filter((hit) => hit.query === query));
      const shuffled = gen(fc.shuffledSubarray, lines, { minLength: lines.length });
      const run = await parsed(grouped(shuffled).map(line).join(''));
      expect(run).toEqual(await parsed(grouped(lines).map(line).join('')));
      const found = [...listsOf(run)].flatMap(([query, list]) => list.map((hit) => json([query, hit.id, hit.score])));
      expect(found.sort()).toEqual(lines.map((hit) => json([hit.query, hit.doc, hit.score])).sort());
    });
    await fc.assert(same, { numRuns: 60 });
  });

  it('have every id and every grade of judgments', async () => {
    const judged = hits.map((lines) => lines.map((hit) => ({ ...hit, grade: (Math.trunc(hit.score) % 100) | 0 })));
    const same = fc.asyncProperty(judged, async (lines) => {
      const text = lines.map(({ query, doc, grade }) => `${query} 0 ${doc} ${grade}\n`).join('');
      const outcome = await read({ 'a.qrels': text });
      if (!outcome.ok || outcome.kind !== 'collection') throw new Error(json(outcome));
      const found = outcome.dataset.judgments.map(({ query, doc, grade }) => json([query, doc, grade]));
      expect(found.sort()).toEqual(lines.map(({ query, doc, grade }) => json([query, doc, grade])).sort());
    });
    await fc.assert(same, { numRuns: 60 });
  });
});
