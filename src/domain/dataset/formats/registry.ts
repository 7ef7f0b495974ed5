import { flatMapAsync } from '../../../base/containers';
import type { SourceText } from '../source';
import type { CollectionFormat, FormatText, NamedCollection } from './format';

/** Its keys are stored with collections: never rename one. Without `load` it is found by the reader of another one. */
export const COLLECTION_FORMATS: Readonly<Record<string, FormatText & { load?(): Promise<CollectionFormat> }>> = {
  beir: {
    name: 'BEIR',
    files: [
      ['corpus.jsonl', '_id', 'title', 'text'],
      ['queries.jsonl', '_id', 'text'],
      ['qrels/<split>.tsv', 'query-id', 'corpus-id', 'score'],
    ],
    load: async () => (await import('./three-parts')).beir,
  },
  mteb: {
    name: 'MTEB',
    files: [
      ['corpus.jsonl', 'id', 'title', 'text'],
      ['queries.jsonl', 'id', 'text'],
      ['qrels.jsonl', 'query-id', 'corpus-id', 'score'],
    ],
    load: async () => (await import('./three-parts')).mteb,
  },
  'ms-marco': {
    name: 'MS MARCO',
    files: [['collection.tsv', 'pid', 'text'], ['queries.<split>.tsv', 'qid', 'text'], ['qrels.<split>.tsv']],
    load: async () => (await import('./ms-marco')).msMarco,
  },
  llamaindex: {
    name: 'LlamaIndex',
    label: 'LlamaIndex JSON',
    files: [['JSON', 'queries {id: text}', 'corpus {id: text}', 'relevant_docs {query: [document]}']],
    load: async () => (await import('./llamaindex')).llamaIndex,
  },
  ragas: {
    name: 'Evaluation rows',
    files: [
      ['JSON Lines, CSV', 'user_input', 'retrieved_contexts', 'reference_contexts'],
      ['query', 'expected_ids', 'retrieved_ids'],
      ['input', 'context', 'retrieval_context'],
    ],
    load: async () => (await import('./ragas')).ragas,
  },
  'question-passages': {
    name: 'Questions with passages',
    files: [
      ['Parquet, JSON Lines, CSV', 'query', 'positive', 'negative'],
      ['query', 'docs []', 'labels []'],
      ['query', 'passage', 'label'],
      ['query', 'positive_passages [{docid, text}]', 'negative_passages'],
      ['query', 'passages {passage_text [], is_selected []}'],
      ['question', 'context', 'answers'],
      ['question', 'context {title [], sentences []}', 'supporting_facts'],
    ],
    load: async () => (await import('./question-passages')).questionPassages,
  },
  autorag: {
    name: 'AutoRAG',
    files: [
      ['qa (JSON, CSV)', 'qid', 'query', 'retrieval_gt'],
      ['corpus (JSON, CSV)', 'doc_id', 'contents'],
    ],
    load: async () => (await import('./named-documents')).namedDocuments,
  },
  'question-answer-csv': {
    name: 'Questions and answers',
    files: [
      ['questions.csv', 'Text', 'AID'],
      ['answers.csv', 'AID', 'Text'],
    ],
  },
  bright: {
    name: 'BRIGHT',
    files: [
      ['examples/<task>.parquet', 'id', 'query', 'gold_ids', 'excluded_ids'],
      ['documents/<task>.parquet', 'id', 'content'],
    ],
  },
};

/** The collections that files surely are; those that they may be where there are none. */
export async function collectionsAmong(files: readonly SourceText[]): Promise<NamedCollection[]> {
  const all = await flatMapAsync(Object.entries(COLLECTION_FORMATS), async ([format, { load }]) =>
    load ? (await (await load())(files)).map((each) => ({ format, ...each })) : [],
  );
  const certain = all.filter(({ isCertain }) => isCertain);
  return certain.length > 0 ? certain : all;
}
