import type { Questions } from '../../contract/storage';
import { type ChunkerSpec, isPlainWhole } from '../../domain/chunk/chunker-spec';
import { type LlamaIndexFile, llamaIndexJson } from '../../domain/report/llamaindex-json';
import { documentsKey, openPassages } from '../kernel/corpus';
import type { Ports } from '../kernel/ports';

/** @param chunker whose passages are the corpus, with what stands before each; documents where absent */
export async function llamaIndexOf(
  ports: Ports,
  id: string,
  questions: Questions,
  chunker: ChunkerSpec | undefined,
  relevance: number,
  signal: AbortSignal,
): Promise<LlamaIndexFile> {
  const read = await documentsKey(ports, id);
  const docs = await ports.storage.collections.docs(id);
  if (!chunker || isPlainWhole(chunker)) return llamaIndexJson(docs, questions, null, relevance);
  const { chunks, corpus } = await openPassages(ports, id, docs, read, chunker, signal);
  if (chunker.kind === 'whole') {
    const contextual = docs.map((doc) => corpus.docs[corpus.positions.get(doc.id)!]!);
    return llamaIndexJson(contextual, questions, null, relevance);
  }
  const texts = chunks.map((chunk) => ({ ...chunk, text: corpus.texts[corpus.positions.get(chunk.id)!]! }));
  return llamaIndexJson(docs, questions, texts, relevance);
}
