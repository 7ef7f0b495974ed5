import { type LlamaIndexFile, llamaIndexJson } from '../../domain/report/llamaindex-json';
import type { ChunkerSpec } from '../../domain/chunk/chunker-spec';
import type { Questions } from '../../contract/storage';
import { passageText } from '../kernel/corpus';
import { cutDocuments } from '../kernel/chunk-documents';
import type { Ports } from '../kernel/ports';

/**
 * The questions of a collection in the format of LlamaIndex.
 *
 * @param chunker whose passages are the corpus, with what stands before each; documents where absent
 */
export async function llamaIndexOf(
  ports: Ports,
  id: string,
  questions: Questions,
  chunker: ChunkerSpec | undefined,
  relevance: number,
  signal: AbortSignal,
): Promise<LlamaIndexFile> {
  const docs = await ports.storage.collections.docs(id);
  if (!chunker || chunker.kind === 'whole') return llamaIndexJson(docs, questions, null, relevance);
  const { passages, chunks } = await cutDocuments(ports, docs, chunker, signal);
  const texts = chunks.map((chunk, i) => ({ ...chunk, text: passageText(passages[i]!) }));
  return llamaIndexJson(docs, questions, texts, relevance);
}
