import type { FormatText } from '../../../domain/dataset/formats/format';
import { JUDGMENT_FORMATS } from '../../../domain/dataset/formats/judgment-registry';
import { COLLECTION_FORMATS } from '../../../domain/dataset/formats/registry';
import { RESULT_FORMATS } from '../../../domain/dataset/engine-results/registry';
import { RUN_FORMATS } from '../../../domain/dataset/runs/registry';
import type { ExpectedSyntax } from '../../../domain/dataset/json';
import type { Expected, ExpectedShape, Got } from '../../../domain/dataset/outcome';
import { list } from '../format';

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

export const IMPORT_GROUPS: readonly FormatGroup[] = [
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

const shapes: Readonly<Record<ExpectedShape, string>> = {
  text: 'text',
  list: 'a list',
  object: 'an object',
  number: 'a number',
  'whole-number': 'a whole number, 0 or more',
  id: 'text or a number',
  'vector-id': 'an id',
  'unique-id': 'each id once',
  'document-id': 'a document id as text',
  'document-ids': 'document ids',
  'document-id-list': 'a list of document ids',
  'relevant-documents': 'an object of question ids and lists of document ids',
  'texts-by-id': 'an object of ids and texts',
  'numbers-by-document': 'an object of document ids and numbers',
  'text-or-texts': 'a text or a list of texts',
  texts: 'a list of texts',
  numbers: 'a list of numbers',
  question: 'a question or its id',
  pair: 'an id, a tab and a text',
  'qrels-table': 'three columns with tabs between them: question id, document id, grade',
  'trec-qrels': 'four columns with white space between them: question id, iteration, document id, grade',
  'trec-run': 'six columns with white space between them: question id, Q0, document id, rank, score, tag',
};

export function expectedText(expected: Expected): string {
  // What an earlier version stored as a sentence stays as it is.
  if (typeof expected === 'string') return shapes[expected] ?? expected;
  if ('fields' in expected) return `an object with ${list(expected.fields)}`;
  if ('cells' in expected) return `${expected.cells} fields, as in the first line`;
  if ('contexts' in expected) return `as many ids as contexts, ${expected.contexts}`;
  if ('positions' in expected) return `as many as ids, ${expected.positions}`;
  if ('one' in expected) return `one ${expected.one}`;
  return `a column ${expected.column} with text (also: ${expected.also.join(', ')})`;
}

const gots: Readonly<Record<Extract<Got, string>, string>> = {
  nothing: 'nothing',
  null: 'null',
  list: 'a list',
  object: 'an object',
  text: 'text',
  number: 'a number',
  'huge-number': 'a number that is too large',
  boolean: 'true or false',
  none: 'none',
  empty: 'an empty one',
  second: 'a second one',
  other: 'something else',
};

export function gotText(got: Got): string {
  if (typeof got === 'string') return gots[got] ?? got;
  if ('fields' in got) return `an object with ${got.fields.join(', ') || 'nothing in it'}`;
  if ('tabs' in got) return got.tabs === 1 ? 'no tab' : `a line of ${got.tabs} columns`;
  if ('columns' in got) return `a line of ${got.columns}`;
  if ('again' in got) return `“${got.again}” again`;
  return 'names' in got ? got.names.join(', ') || 'nothing' : `${got.count}`;
}

const syntax: Readonly<Record<Exclude<Extract<ExpectedSyntax, string>, 'end'>, string>> = {
  name: 'a name in double quotes',
  colon: 'a colon',
  value: 'a value',
  literal: 'a text in quotes, a number or a list',
  quote: 'a closing quote',
  'double-quote': 'a closing double quote',
  escape: 'an escape, as \\n for a line break, inside the quotes',
  escaped: 'one of " \\ / b f n r t u after the backslash',
};

export function syntaxText(expected: ExpectedSyntax, end: string): string {
  if (expected === 'end') return end;
  if (typeof expected === 'string') return syntax[expected] ?? expected;
  if ('commaOr' in expected) return `a comma or “${expected.commaOr}”`;
  if ('character' in expected) return `“${expected.character}”`;
  return 'hexDigits' in expected
    ? `${expected.hexDigits} hexadecimal digits`
    : `at most ${expected.depth} lists inside each other`;
}

/** @param code a sentence in what an earlier version stored */
export function characterText(code: number | string | null, end: string): string {
  if (typeof code === 'string') return code;
  if (code === null) return end;
  if (code === 0x0a || code === 0x0d) return 'a line break';
  const character = String.fromCodePoint(code);
  // A byte order mark or a no-break space would look like nothing at all.
  if (/[\p{C}\p{Z}]/u.test(character)) return `the character U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  return `“${character}”`;
}
