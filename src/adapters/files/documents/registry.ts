import { extensionOf } from '../../../base/paths';
import type { DocumentFormat } from '../../../domain/documents/file-report';
import type { DocumentReader } from './reader';

interface DocumentKind {
  readonly format: DocumentFormat;
  readonly extensions: readonly string[];
  /** Loaded when the first such file is read: the libraries are large. */
  load(): Promise<DocumentReader>;
}

const KINDS: readonly DocumentKind[] = [
  { format: 'text', extensions: ['txt', 'text', 'log'], load: async () => (await import('./text')).readText },
  {
    format: 'markdown',
    extensions: ['md', 'markdown', 'mdown', 'mkd'],
    load: async () => (await import('./markdown')).readMarkdown,
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

/** The reader of a file, by the ending of its name; null where none takes it. */
export function kindOf(path: string): DocumentKind | null {
  const extension = extensionOf(path);
  return KINDS.find(({ extensions }) => extensions.includes(extension)) ?? null;
}
