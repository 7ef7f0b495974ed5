import type { LexicalSpec } from '../../domain/spec/experiment';
import { chunks, type Environment, stageKey, type Versions } from './environment';
import type { Retriever, Searcher } from './searcher';

/** Passages sent to the worker at a time: few enough to show progress, and to stop soon after a cancel. */
const BATCH = 500;

interface StoredIndex {
  readonly index: Blob;
  readonly milliseconds: number;
}

/** BM25 over the lexical worker; its index is loaded from disk where it was built before. */
export function lexicalSearcher(spec: LexicalSpec): Retriever {
  return {
    searchStage: 'lexical-search',
    indexStages: ({ corpus }) => [['lexical-index', corpus.texts.length]],

    async open(environment): Promise<Searcher> {
      const { milliseconds } = await openIndex(environment, spec);
      const worker = environment.ports.lexical.with(environment.signal);
      return {
        indexMilliseconds: milliseconds,
        truncatedPassages: 0,
        search: (queries, depth) => worker.search({ queries, depth, spec }),
      };
    },
  };
}

/** An index depends on the analyzer and the texts; BM25's parameters are applied when it is searched. */
export function lexicalIndexKey(versions: Versions, analyzer: LexicalSpec['analyzer'], corpusKey: string): string {
  return stageKey(versions, 'bm25', 'lexical-index', { analyzer, corpus: corpusKey });
}

async function openIndex(environment: Environment, { analyzer }: LexicalSpec): Promise<{ milliseconds: number }> {
  const { ports, collection, corpus, tracker, signal } = environment;
  const key = lexicalIndexKey(ports.versions, analyzer, corpus.key);
  const worker = ports.lexical.with(signal);
  tracker.expect('lexical-index', corpus.texts.length);
  const stored = (await ports.storage.getArtifact(collection, key)) as StoredIndex | null;
  if (stored && (await worker.open({ index: stored.index, analyzer }))) {
    tracker.reused('lexical-index', corpus.texts.length);
    tracker.finish('lexical-index');
    return stored;
  }
  const milliseconds = await buildIndex(environment, analyzer);
  const index = await worker.serialise();
  if (index) await ports.storage.putArtifact(collection, key, { index, milliseconds } satisfies StoredIndex);
  else environment.remarks.add('The word index is too large to be kept: it will be built again next time.');
  tracker.finish('lexical-index');
  return { milliseconds };
}

async function buildIndex(
  { ports, corpus, tracker, signal }: Environment,
  analyzer: LexicalSpec['analyzer'],
): Promise<number> {
  const worker = ports.lexical.with(signal);
  let milliseconds = 0;
  await worker.create({ analyzer });
  for (const texts of chunks(corpus.texts, BATCH)) {
    signal.throwIfAborted();
    milliseconds += (await worker.add({ texts })).milliseconds;
    tracker.computed('lexical-index', texts.length);
  }
  return milliseconds;
}
