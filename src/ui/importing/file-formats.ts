import type { FormatName } from '../../domain/dataset/formats/registry';

/** What can be read, for people: each format with the files and fields that it is known by. */
interface FormatHelp {
  readonly name: string;
  readonly files: string;
}

export interface FormatGroup {
  readonly title: string;
  readonly about: string;
  readonly formats: readonly FormatHelp[];
}

interface FormatText extends FormatHelp {
  /** What a collection of it is called, where that says more than the name. */
  readonly label?: string;
}

const COLLECTIONS = {
  llamaindex: {
    name: 'LlamaIndex',
    label: 'LlamaIndex JSON',
    files: 'one JSON: queries {id: text}, corpus {id: text}, relevant_docs {query: [document]}',
  },
  beir: {
    name: 'BEIR',
    files: 'corpus.jsonl: _id, title, text · queries.jsonl: _id, text · qrels/<split>.tsv: query-id, corpus-id, score',
  },
  mteb: {
    name: 'MTEB',
    files: 'corpus, queries and qrels as JSON Lines: id, title, text · id, text · query-id, corpus-id, score',
  },
  'ms-marco': { name: 'MS MARCO', files: 'collection.tsv: pid, text · queries.tsv: qid, text · qrels' },
  ragas: {
    name: 'Ragas',
    files: 'JSON Lines or CSV: user_input, retrieved_contexts, reference_contexts, and their ids where there are any',
  },
  autorag: { name: 'AutoRAG', files: 'qa: qid, query, retrieval_gt · corpus: doc_id, contents, as JSON or CSV' },
  'question-answer-csv': {
    name: 'Questions and answers',
    files: 'two CSV: Text, AID for questions · AID, Text for answers',
  },
} satisfies Partial<Record<FormatName, FormatText>>;

/** Of judgments; those of collections are told there. */
const JUDGMENTS: Readonly<Record<Exclude<FormatName, keyof typeof COLLECTIONS | 'documents'>, FormatText>> = {
  'trec-qrels': { name: 'TREC qrels', files: 'qid iter docno rel' },
  'ranx-qrels': {
    name: 'ranx',
    label: 'ranx judgments',
    files: 'JSON: {query: {document: grade}}, grades as whole numbers',
  },
  quepid: { name: 'Quepid', files: 'CSV: query, docid, rating' },
  opensearch: {
    name: 'OpenSearch',
    label: 'OpenSearch judgments',
    files: 'JSON: judgmentRatings [{query, ratings [{docId, rating}]}]',
  },
};

const TEXTS: Readonly<Record<string, FormatText | undefined>> = { ...COLLECTIONS, ...JUDGMENTS };

export const formatLabel = (format: string): string => TEXTS[format]?.label ?? TEXTS[format]?.name ?? 'Documents';

export const FORMAT_GROUPS: readonly FormatGroup[] = [
  {
    title: 'Documents',
    about: 'Your own files, without questions: these are imported, generated or written afterwards.',
    formats: [
      { name: 'Text', files: 'txt, in any usual encoding · Markdown · HTML' },
      { name: 'PDF and Word', files: 'pdf with text in it (no scans, no passwords) · docx' },
      { name: 'Tables', files: 'CSV, TSV or JSON Lines, a row a document, of columns that you choose' },
      { name: 'Archives', files: 'zip of these' },
    ],
  },
  {
    title: 'Collections',
    about:
      'Documents, questions, and which document answers which question. Other fields of documents are their metadata: a category, a price.',
    formats: Object.values(COLLECTIONS),
  },
  {
    title: 'Judgments alone',
    about: 'Enough to evaluate runs of other systems, without documents.',
    formats: Object.values(JUDGMENTS),
  },
  {
    title: 'Runs of other systems',
    about: 'What a system found for each question: together with judgments, or added to a collection that is open.',
    formats: [
      { name: 'TREC run', files: 'qid Q0 docno rank score tag' },
      { name: 'ranx', files: 'JSON: {query: {document: score}}' },
    ],
  },
  {
    title: 'Rewrites and vectors',
    about:
      'To retrieve with, in systems that are put together: added to a collection that is open, or together with it.',
    formats: [
      {
        name: 'Rewrites',
        files:
          'JSON: {question or its id: [rewrites]} · JSON Lines or CSV: query, rewrites. A passage that might answer the question (HyDE) is such a text',
      },
      {
        name: 'Vectors',
        files:
          'two files, of passages and of questions · JSON Lines or Parquet: id, vector · .npy: one row each, in the order of the collection',
      },
    ],
  },
];
