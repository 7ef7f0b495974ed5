import {
  type CMapReader,
  type DocumentReader,
  unreadBy,
  type DocumentFile,
  type FileReading,
  type Unread,
} from './reader';
import { extensionOf } from '../../../base/paths';
import type { DocumentFormat, ColumnChoice } from '../../../domain/documents/file-report';

/** Adobe's character maps. Their addresses are many and few files name one, so they are loaded when one does. */
export const fetchCMapLazily: CMapReader = async (name) => (await import('./cmaps')).fetchCMap(name);

interface DocumentKind {
  readonly format: DocumentFormat;
  readonly extensions: readonly string[];
  /** Loaded when the first such file is read: the libraries are large. */
  load(): Promise<DocumentReader>;
}

const KINDS: readonly DocumentKind[] = [
  { format: 'text', extensions: ['txt', 'text', 'log'], load: async () => (await import('./encoding')).readText },
  {
    format: 'markdown',
    extensions: ['md', 'markdown', 'mdown', 'mkd'],
    load: async () => (await import('./markdown')).readMarkdown,
  },
  { format: 'markdown', extensions: ['mdx'], load: async () => (await import('./markdown')).readMdx },
  { format: 'markdown', extensions: ['ipynb'], load: async () => (await import('./markdown')).readNotebook },
  {
    format: 'text',
    extensions: ['rst', 'adoc', 'asciidoc', 'org', 'tex'],
    load: async () => (await import('./markup')).readMarkup,
  },
  { format: 'html', extensions: ['html', 'htm', 'xhtml'], load: async () => (await import('./html')).readHtml },
  { format: 'pdf', extensions: ['pdf'], load: async () => (await import('./pdf')).readPdf },
  { format: 'docx', extensions: ['docx', 'docm'], load: async () => (await import('./docx')).readDocx },
  { format: 'csv', extensions: ['csv', 'tsv'], load: async () => (await import('./tables')).readCsvDocuments },
  {
    format: 'json-lines',
    extensions: ['jsonl', 'ndjson'],
    load: async () => (await import('./tables')).readJsonLinesDocuments,
  },
];

export function kindOf(path: string): DocumentKind | null {
  const extension = extensionOf(path);
  return KINDS.find(({ extensions }) => extensions.includes(extension)) ?? null;
}

export interface ParseRequest extends DocumentFile {
  readonly columns: ColumnChoice | null;
  readonly maxBytes: number;
}

export type Parsed = { readonly reading: FileReading } | { readonly unread: Unread };

export interface FileParser {
  parse(request: ParseRequest, stop: AbortSignal): Promise<Parsed>;
}

/** @throws {Error} where no reader takes files of this name */
export async function parseFile({ columns, maxBytes, ...file }: ParseRequest, readCMap: CMapReader): Promise<Parsed> {
  const kind = kindOf(file.path);
  if (!kind) throw new Error(`No reader takes ${file.path}.`);
  try {
    const read = await kind.load();
    return { reading: await read(file, { columns, maxBytes, readCMap }) };
  } catch (error) {
    return { unread: unreadBy(error) };
  }
}

export const parserHere = (readCMap: CMapReader): FileParser => ({
  parse: (request) => parseFile(request, readCMap),
});
