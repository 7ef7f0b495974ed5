import type { IndexKind, KeptIndex } from '../../../contract/workers';
import type { AnalyzerSpec } from '../../../domain/text/analyzer-spec';
import type { WordSpec } from '../../../domain/retrieval/retriever-spec';
import { fieldText } from '../../../domain/retrieval/metadata/field-values';
import { fieldsOfRetriever } from '../../../domain/experiment/retrievers';
import { segmenterIdentity } from '../../../domain/text/segments';
import { readKey } from '../../../domain/dataset/corpus';
import type { Corpus, StageCorpus } from '../../kernel/corpus';
import { chunks, type StageContext, type Libraries, stageKey, type Versions } from '../stage-context';
import type { Retriever, Searcher } from './searcher';

/** Passages sent to the worker at a time: few enough to show progress, and to stop soon after a cancel. */
const BATCH = 500;

interface StoredIndex {
  readonly index: KeptIndex;
  readonly milliseconds: number;
}

export function lexicalSearcher(spec: WordSpec): Retriever {
  return {
    searchStage: 'lexical-search',
    indexStages: ({ corpus }) => [['lexical-index', corpus.texts.length]],

    async open(context): Promise<Searcher> {
      const { key, milliseconds, bytes } = await openIndex(context, spec);
      const worker = context.ports.lexical.with(context.signal);
      return {
        indexMilliseconds: milliseconds,
        truncatedPassages: 0,
        search: (queries, depth) => worker.search({ queries, depth, spec }),
        ask: (query) =>
          Promise.resolve({ milliseconds: 0, search: (depth) => worker.search({ queries: [query], depth, spec }) }),
        index: { key, bytes },
      };
    },
  };
}

const indexKind = ({ kind }: WordSpec): IndexKind => (kind === 'minisearch' ? 'minisearch' : 'postings');

export function wordLibraries({ kind, analyzer }: WordSpec): Libraries {
  if (kind === 'minisearch') return analyzer.tokens === 'cjk-bigram' ? 'minisearch' : 'minisearch-and-words';
  return analyzer.tokens === 'cjk-bigram' ? 'own' : 'words';
}

/** What decides the terms: the browser's own segmenter is a library that no version of ours names. */
export const wordInputs = ({ analyzer }: { readonly analyzer: AnalyzerSpec }) => ({
  analyzer,
  ...(analyzer.tokens === 'segmenter' ? { segmenter: segmenterIdentity() } : {}),
});

/** An index depends on the analyzer and the texts; a scorer's parameters are applied when it is searched. */
export function lexicalIndexKey(versions: Versions, spec: WordSpec, corpus: StageCorpus): string {
  const fields = fieldsOfRetriever(spec);
  const read = fields.length > 0 ? { fields } : {};
  const inputs = { kind: indexKind(spec), ...wordInputs(spec), corpus: readKey(corpus, fields), ...read };
  return stageKey(versions, wordLibraries(spec), 'lexical-index', ['lexical-index'], inputs);
}

async function openIndex(context: StageContext, spec: WordSpec) {
  const { ports, collection, corpus, tracker, signal } = context;
  const { analyzer } = spec;
  const kind = indexKind(spec);
  const key = lexicalIndexKey(ports.versions, spec, corpus);
  const worker = ports.lexical.with(signal);
  tracker.expect('lexical-index', corpus.texts.length);
  const stored = (await ports.storage.artifacts.get(collection, key)) as StoredIndex | null;
  if (stored && (await worker.open({ kind, index: stored.index, analyzer }))) {
    tracker.reused('lexical-index', corpus.texts.length);
    tracker.finish('lexical-index');
    return { key, milliseconds: stored.milliseconds, bytes: bytesOfIndex(stored.index) };
  }
  const milliseconds = await buildIndex(context, kind, analyzer, indexedTexts(corpus, spec));
  const kept = await worker.serialise();
  if (kept) await ports.storage.artifacts.put(collection, key, { ...kept, milliseconds } satisfies StoredIndex);
  else context.remarks.push({ code: 'index-not-kept', data: null });
  tracker.finish('lexical-index');
  return { key, milliseconds, bytes: kept && bytesOfIndex(kept.index) };
}

function bytesOfIndex(index: KeptIndex): number {
  if (index instanceof Blob) return index.size;
  const arrays = Object.values(index).filter((part) => ArrayBuffer.isView(part));
  return arrays.reduce((sum, { byteLength }) => sum + byteLength, new TextEncoder().encode(index.terms).length);
}

export function indexedTexts({ docs, texts }: Corpus, spec: WordSpec): readonly string[] {
  const fields = fieldsOfRetriever(spec);
  return fields.length === 0 ? texts : docs.map((doc) => fieldText(doc, fields));
}

async function buildIndex(
  { ports, tracker, signal }: StageContext,
  kind: IndexKind,
  analyzer: AnalyzerSpec,
  passages: readonly string[],
): Promise<number> {
  const worker = ports.lexical.with(signal);
  let milliseconds = 0;
  await worker.create({ kind, analyzer });
  for (const texts of chunks(passages, BATCH)) {
    signal.throwIfAborted();
    milliseconds += (await worker.add({ texts })).milliseconds;
    tracker.computed('lexical-index', texts.length);
  }
  return milliseconds;
}
