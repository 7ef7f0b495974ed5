import { say } from '../../../../src/ui/shared/messages/say';
import { warningMessages } from '../../../../src/ui/shared/messages/warnings';
import type { Problem } from '../../../../src/base/problem';
import type { WarningData } from '../../../../src/contract/result';
import { beforeEach, describe, expect, it } from 'vitest';
import { cut } from '../../../../src/domain/chunk/by-tokens';
import { chunkId, placeOf } from '../../../../src/domain/chunk/recursive';
import { DEFAULT_CHUNKER, type ChunkerSpec } from '../../../../src/domain/chunk/chunker-spec';
import type { ExperimentSpec } from '../../../../src/domain/experiment/experiment';
import type { Settings } from '../../../../src/domain/experiment/settings';
import { type Dataset, docId, queryId } from '../../../../src/base/types';
import { experiment, keep, openBench, type OpenBench, quiet } from '../workshop';

const WORDS = 'amber birch copper delta ember fjord grove heron'.split(' ');
const FILLER = 'plain words that nobody asks about stand here and go on and on until the page is full. ';

/** Eight documents of long filler, each with one sentence about its word in the middle, which is what is judged. */
function library(): Dataset {
  const docs = WORDS.map((word, i) => ({
    id: docId(`shelf/${word}.txt`),
    title: '',
    text: `${FILLER.repeat(4 + i)}The ${word} stands at the ${word} gate. ${FILLER.repeat(5)}`,
  }));
  const queries = WORDS.map((word, i) => ({ id: queryId(`q${i}`), text: `${word} gate` }));
  const judgments = queries.map(({ id }, i) => {
    const { id: doc, text } = docs[i]!;
    const start = text.indexOf('The ');
    return { query: id, doc, grade: 1, span: { start, end: text.indexOf('gate.') + 5 } };
  });
  return { docs, queries, judgments };
}

let own: OpenBench;

beforeEach(async () => {
  own = await openBench(library());
});

const SMALL: ChunkerSpec = { ...DEFAULT_CHUNKER, size: 120, overlap: 20 };
const LARGE: ChunkerSpec = { ...DEFAULT_CHUNKER, size: 400, overlap: 0 };

const spec = (changes: Partial<Settings>): ExperimentSpec =>
  experiment({
    systems: ['bm25'],
    depth: 20,
    ks: [1, 5],
    families: ['HitRate', 'Recall', 'P'],
    measures: [],
    ...changes,
  });

const run = (changes: Partial<Settings>) => own.bench.runs.run(own.collection.id, spec(changes), quiet);

describe('an experiment with a chunker', () => {
  it('ranks chunks, named by document and offsets, and finds the judged span in them', async () => {
    const result = await run({ chunkings: [SMALL] });
    const ranking = (await own.bench.inspect.rankings(result, 'bm25'))!.get(queryId('q3'))!;
    const best = placeOf(ranking[0]!.id)!;
    const { docs, judgments } = library();
    const span = judgments[3]!.span!;
    expect(best.doc).toBe(docId('shelf/delta.txt'));
    expect(best.start < span.end && best.end > span.start).toBe(true);
    expect(result.systems[0]!.measures['HitRate@1']).toBe(1);
    expect(result.systems[0]!.measures['Recall@5']).toBe(1);
    const all = docs.flatMap((doc) => cut(doc, SMALL).map((place) => chunkId(doc.id, place)));
    expect(ranking.every(({ id }) => all.includes(id))).toBe(true);
  });

  it('says how many passages each chunker gave, and never counts documents as passages', async () => {
    const result = await run({ chunkings: [SMALL, LARGE, { kind: 'whole' }] });
    const counts = result.chunkings.map(({ passages }) => passages);
    const expected = [SMALL, LARGE].map((each) => library().docs.flatMap((doc) => cut(doc, each)).length);
    expect(counts).toEqual([...expected, 8]);
    expect(result.systems.map(({ id }) => id)).toEqual([
      'bm25 · recursive 120/20',
      'bm25 · recursive 400/0',
      'bm25 · whole',
    ]);
  });

  it('says which chunkings cut the same passages, as where no document is as long as a size', async () => {
    const sizes = [3000, 4000, 120].map((size): ChunkerSpec => ({ ...DEFAULT_CHUNKER, size, overlap: 20 }));
    const { warnings } = await run({ chunkings: sizes });
    expect(warnings).toContainEqual({
      code: 'same-passages',
      data: { chunkings: [['recursive 3000/20', 'recursive 4000/20']] },
    });
    const own = warnings.find(({ code }) => code === 'same-passages')!;
    expect(say(warningMessages, own as Problem<WarningData>)).toMatch(
      /^Chunkings make no difference here: .* and recursive 4000\/20 cut/,
    );
  });

  it('gives each chunk no more than its own text to be embedded: the rows of one size are not those of another', async () => {
    await run({ systems: ['embedding'], chunkings: [SMALL] });
    const first = own.workshop.work.embedded;
    await run({ systems: ['embedding'], chunkings: [SMALL], depth: 10 });
    expect(own.workshop.work.embedded).toBe(first);
    await run({ systems: ['embedding'], chunkings: [LARGE] });
    expect(own.workshop.work.embedded).toBeGreaterThan(first);
  });

  it('estimates what is left from the passages, and nothing where all is there', async () => {
    const before = await own.bench.runs.estimate(own.collection.id, spec({ chunkings: [SMALL] }));
    const passages = library().docs.flatMap((doc) => cut(doc, SMALL)).length;
    expect(before.pending.find(({ stage }) => stage === 'lexical-index')?.count).toBe(passages);
    await run({ chunkings: [SMALL] });
    expect((await own.bench.runs.estimate(own.collection.id, spec({ chunkings: [SMALL] }))).pending).toEqual([]);
    expect((await own.bench.collections.chunking(own.collection.id, SMALL)).passages).toBe(passages);
  });

  it('refuses a lab over lists of two chunkings, and reads those of one by their passages', async () => {
    const result = await run({ systems: ['bm25', 'embedding'], chunkings: [SMALL, LARGE] });
    const [small, large, other] = result.systems.map(({ id }) => id);
    await expect(own.bench.inspect.lab(result, [small!, large!])).rejects.toMatchObject({
      code: 'lab-mixed-chunkings',
    });
    const lab = await own.bench.inspect.lab(result, [small!, other!]);
    await lab.close();
  });
});

describe('reading by document', () => {
  it('ranks documents, each once, and judges them whole', async () => {
    const result = await run({ chunkings: [SMALL], aggregate: 'max' });
    const ranking = (await own.bench.inspect.rankings(result, 'bm25'))!.get(queryId('q2'))!;
    expect(ranking[0]!.id).toBe('shelf/copper.txt');
    expect(new Set(ranking.map(({ id }) => id)).size).toBe(ranking.length);
    expect(result.systems[0]!.measures['P@1']).toBe(1);
    expect(result.systems[0]!.unjudged[1]).toBe(0);
  });
});

describe('a pool run', () => {
  it('gives what systems find for questions that nobody has judged, and keeps no result', async () => {
    const { judgments: _none, ...rest } = library();
    const bare = await keep(own.workshop, { ...rest, judgments: [] }, 'bare');
    const pool = await own.bench.runs.pool(bare.id, spec({ chunkings: [SMALL] }), 3, quiet);
    expect(pool.queries).toHaveLength(8);
    const { offsets, docs } = pool.systems[0]!.top;
    expect(offsets[1]! - offsets[0]!).toBe(3);
    expect(placeOf(pool.docs[docs[0]!]!)!.doc).toBe('shelf/amber.txt');
    expect(await own.bench.runs.results(bare.id)).toEqual([]);
  });
});
