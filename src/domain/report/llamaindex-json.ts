import { chunkedTruth, type PlacedChunk } from '../chunk/chunked-truth';
import { passageText } from '../dataset/corpus';
import type { QuestionSet } from '../questions/add';
import { toQrels } from '../run/judgments';
import type { Doc } from '../../base/types';

export interface TextChunk extends PlacedChunk {
  readonly text: string;
}

export type LlamaIndexFile = ReturnType<typeof llamaIndexJson>;

/** For `EmbeddingQAFinetuneDataset.from_json`; title and context precede the text. @param chunks null for documents */
export function llamaIndexJson(
  docs: readonly Doc[],
  { queries, judgments: all, requirements = [] }: QuestionSet,
  chunks: readonly TextChunk[] | null,
  relevance: number,
) {
  const known = new Set(docs.map(({ id }) => id));
  const judgments = all.filter(({ doc }) => known.has(doc));
  const qrels = chunks ? chunkedTruth(docs, chunks, { judgments, requirements }, relevance).qrels : toQrels(judgments);
  const relevant = queries.map(({ id, text }) => ({
    id,
    text,
    docs: [...(qrels.get(id) ?? [])].filter(([, grade]) => grade >= relevance).map(([doc]) => doc),
  }));
  const kept = relevant.filter((question) => question.docs.length > 0);
  const ids = new Set(kept.map(({ id }) => id));
  const corpus = chunks
    ? chunks.map(({ id, text }) => [id, text] as const)
    : docs.map((doc) => [doc.id, passageText(doc)] as const);
  const sections = [
    ['queries', members(kept.map(({ id, text }) => [id, text]))],
    ['corpus', members(corpus)],
    ['relevant_docs', members(kept.map(({ id, docs: own }) => [id, own]))],
    ['mode', '"text"'],
  ] as const;
  return {
    text: `{\n${sections.map(([name, json]) => `  "${name}": ${json}`).join(',\n')}\n}\n`,
    queries: kept.length,
    leftOut: queries.length - kept.length,
    /** Relevant judgments of documents that the corpus lacks, which are left out. */
    unknown: all.filter(({ doc, grade }) => grade >= relevance && !known.has(doc)).length,
    /** Relevant judgments with other grades than 1: the format has no grades. */
    graded: judgments.filter(({ query, grade }) => ids.has(query) && grade >= relevance && grade !== 1).length,
    /** Questions whose needs are more than a list of passages, which the format cannot hold. */
    withNeeds: requirements.filter(({ query }) => ids.has(query)).length,
  };
}

const members = (entries: readonly (readonly [string, unknown])[]): string =>
  entries.length === 0
    ? '{}'
    : `{\n${entries.map(([key, value]) => `    ${JSON.stringify(key)}: ${JSON.stringify(value)}`).join(',\n')}\n  }`;
