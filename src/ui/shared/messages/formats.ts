import type { FormatText } from '../../../domain/dataset/formats/format';
import { JUDGMENT_FORMATS } from '../../../domain/dataset/formats/judgment-registry';
import { COLLECTION_FORMATS } from '../../../domain/dataset/formats/registry';
import { RESULT_FORMATS } from '../../../domain/dataset/engine-results/registry';
import { RUN_FORMATS } from '../../../domain/dataset/runs/registry';

/** Formats as the dialog lists them, each with the files and fields that it is known by. */
export interface FormatGroup {
  readonly title: string;
  readonly about: string;
  readonly formats: readonly { readonly name: string; readonly files: string }[];
}

export const formatLabel = (format: string): string => {
  const text = COLLECTION_FORMATS[format] ?? JUDGMENT_FORMATS[format];
  return text?.label ?? text?.name ?? 'Documents';
};

const listed = (formats: Readonly<Record<string, FormatText>>): FormatGroup['formats'] =>
  Object.values(formats).map(({ name, files }) => ({
    name,
    files: files.map(([file, ...fields]) => [file, fields.join(', ')].filter(Boolean).join(': ')).join(' · '),
  }));

const IMPORT_GROUPS: readonly FormatGroup[] = [
  {
    title: 'Collections',
    about:
      'Documents, questions, and which document answers which question. Other fields of documents are their metadata: a category, a price.',
    formats: listed(COLLECTION_FORMATS),
  },
  {
    title: 'Judgments alone',
    about: 'Enough to evaluate runs of other systems, without documents.',
    formats: listed(JUDGMENT_FORMATS),
  },
  {
    title: 'Runs of other systems',
    about: 'What a system found for each question: together with judgments, or added to the open collection.',
    formats: listed(RUN_FORMATS),
  },
  {
    title: 'Results of search engines',
    about:
      'What a live engine returned, as its responses or traces: a run, with the times that the engine gives. Questions are matched by id or text, passages by id or text.',
    formats: listed(RESULT_FORMATS),
  },
  {
    title: 'Rewrites, vectors and contexts',
    about: 'For custom systems and chunkings: added to the open collection, or together with a collection.',
    formats: [
      {
        name: 'Rewrites',
        files:
          'JSON: {question or its id: [rewrites]} · JSON Lines or CSV: query, rewrites. A passage that might answer the question (HyDE) is such a text',
      },
      {
        name: 'Vectors',
        files:
          'two files, of passages and of questions · JSON Lines, CSV or Parquet: id, vector · .npy: one row each, in the order of the collection',
      },
      {
        name: 'Contexts of passages',
        files:
          'JSON Lines, JSON or CSV: context, and what names the passage: passage_id · document with start, chunk_index or text · text alone',
      },
    ],
  },
  {
    title: 'Click logs',
    about: 'For questions and implicit judgments: added to the open collection. Who searched is not kept.',
    formats: [
      {
        name: 'User Behavior Insights',
        files: 'JSON Lines or JSON, also as OpenSearch exports it: query_id, user_query · action_name, query_id',
      },
      { name: 'Clicks', files: 'CSV, JSON Lines or JSON: query, shown, clicks; positions, time' },
    ],
  },
];

export const FORMAT_GROUPS: readonly FormatGroup[] = [
  {
    title: 'Documents',
    about: 'Your own files, without questions. You import, generate or write questions afterwards.',
    formats: [
      { name: 'Text', files: 'txt, in any usual encoding · Markdown · HTML' },
      { name: 'PDF and Word', files: 'pdf with text in it (no scans, no passwords) · docx' },
      { name: 'Tables', files: 'CSV, TSV or JSON Lines: one document per row, from columns that you choose' },
      { name: 'Archives', files: 'zip of these' },
    ],
  },
  ...IMPORT_GROUPS,
];
