import { describe, expect, it } from 'vitest';
import { readCollection } from '../../../../src/adapters/files/read';
import { analyzerLoaders } from '../../../../src/adapters/text/loaders';
import type { Ranking } from '../../../../src/base/types';
import { EngineClient } from '../../../../src/command-line/engine/client';
import { postgresqlTransport } from '../../../../src/command-line/engine/connection';
import { askAll } from '../../../../src/command-line/engine/index-work';
import { indexSystem, planFor, searchesIn } from '../../../../src/command-line/engine/plan';
import { runOf } from '../../../../src/command-line/engine/results';
import { passageText, prepareCorpus } from '../../../../src/domain/dataset/corpus';
import { lexical } from '../../../../src/domain/experiment/catalogue';
import type { ExperimentSpec } from '../../../../src/domain/experiment/experiment';
import { NO_PARTS } from '../../../../src/domain/experiment/parts';
import type { EngineIndex, HandedPassage } from '../../../../src/domain/handover/target';
import { openWords } from '../../../../src/domain/retrieval/lexical/open-words';
import { Postings, PostingsBuilder } from '../../../../src/domain/retrieval/lexical/postings';
import { DEFAULT_ANALYZER } from '../../../../src/domain/text/analyzer-spec';
import { openAnalyzer } from '../../../../src/domain/text/open-analyzer';
import { collectionPath } from '../../../data';
import { folderFiles } from '../../../folder-files';
import { startPostgres } from '../../../postgresql';

const DEPTH = 30;
const LUCENE = { kind: 'bm25-lucene', k1: 1.2, b: 0.75, lengths: 'byte' } as const;
const words = lexical({ ...DEFAULT_ANALYZER, stopWords: ['en'], stemmer: 'en' }, LUCENE);
const spec: ExperimentSpec = {
  ...{ schema: 1, depth: DEPTH, lists: 'depth', relevance: 1, missing: 'zero', ks: [10], measures: ['nDCG@10'] },
  systems: [{ id: 'words', retrievers: [words], ...NO_PARTS, fusion: null }],
};

/** Documents in the order that decides ties, questions, and what Hitrate itself finds. */
async function opened(folder: string) {
  const read = await readCollection({ files: folderFiles(folder) }, () => {});
  if (!read.ok || read.kind === 'runs') throw new Error(`${folder} is not read`);
  const { docs: given, queries } = read.dataset;
  const docs = Array.from(prepareCorpus(given).order, (place) => given[place]!);
  const analyze = await openAnalyzer(words.analyzer, analyzerLoaders);
  const terms = docs.map((doc) => analyze(passageText(doc)));
  const builder = new PostingsBuilder();
  builder.add(terms);
  const postings = new Postings(builder.finish());
  const find = (by: typeof words) => {
    const search = openWords(postings, by);
    return (text: string, depth: number): Ranking =>
      search(analyze(text), depth).map(({ doc, score }) => ({ id: docs[doc]!.id, score }));
  };
  return { docs, queries, analyze, terms, find };
}

/** Each place has a passage whose score is that of the place. @param expected goes on: the last may be another of its score */
function expectSame(found: Ranking, expected: Ranking, message: string): void {
  expect(found.length, message).toBe(Math.min(DEPTH, expected.length));
  const scores = new Map(expected.map(({ id, score }) => [id, score]));
  found.forEach(({ id, score }, i) => {
    expect(Math.abs(score - expected[i]!.score), `${message}, rank ${i + 1}`).toBeLessThan(1e-6);
    expect(Math.abs((scores.get(id) ?? NaN) - expected[i]!.score), `${message}, ${id}`).toBeLessThan(1e-6);
  });
}

const folder = collectionPath('cranfield');

describe.skipIf(folder === null)('Cranfield in PostgreSQL over its socket', () => {
  it('is searched by words as Hitrate’s BM25 searches it with lengths in one byte, for all questions, and not with exact ones', async () => {
    const { docs, queries, analyze, terms, find } = await opened(folder!);
    const server = await startPostgres();
    const { signal } = new AbortController();
    const transport = postgresqlTransport(
      `postgresql://${server.user}@${server.host}:${server.port}/${server.database}`,
      {},
    );
    const client = new EngineClient('postgresql', transport, {
      ...{ signal, wait: () => Promise.resolve(), onRetry: () => undefined },
    });
    const plan = planFor(spec, 'postgresql', 'here');
    const name = 'hitrate_cranfield_1';
    const handed = indexSystem(plan, { name, dimensions: [null], stopWords: {} });
    const index: EngineIndex = { name, key: 'cranfield', handed };
    // As a stream comes: not in the order that decides ties.
    const rows = docs
      .map(({ id }, i) => ({ id, terms: terms[i]!, place: (i * 7919) % docs.length }))
      .sort((a, b) => a.place - b.place)
      .map((each, position): HandedPassage => {
        return { id: each.id, position, content: null, searched: [{ form: 'terms', terms: each.terms }] };
      });
    await client.create(index);
    await client.add(index, rows);
    expect(await client.settle(index)).toBe(docs.length);
    const values = [queries.map(({ text }) => ({ form: 'terms', terms: analyze(text) }) as const)];
    const context = { client, batch: 32, signal, progress: () => undefined };
    const answers = await askAll(searchesIn(plan, index), queries, values, context);
    const found = runOf(plan.systems[0]!, answers, queries, DEPTH);
    await client.close();
    await server.stop();

    const { lengths: _, ...exact } = LUCENE;
    const [own, other] = [find(words), find({ ...words, scorer: exact })];
    queries.forEach(({ id, text }, i) => expectSame(found.get(id)!, own(text, DEPTH + 20), `question ${i}`));
    const first = (ranking: Ranking): string =>
      ranking
        .slice(0, 10)
        .map(({ id }) => id)
        .join(' ');
    const changed = queries.filter(({ id, text }) => first(found.get(id)!) !== first(other(text, DEPTH)));
    expect([queries.length, changed.length > 22]).toEqual([225, true]);
  });
});
