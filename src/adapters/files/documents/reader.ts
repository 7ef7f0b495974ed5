import type { ImportProblem } from '../../../domain/dataset/outcome';
import { SourceFailure } from '../../../domain/dataset/problem';
import type { ColumnChoice, FileStatus, FoundTable } from '../../../domain/documents/file-report';
import { type Doc, docId, type Heading } from '../../../base/types';

export interface DocumentFile {
  readonly path: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface ReadingMeans {
  readonly columns: ColumnChoice | null;
  readonly maxBytes: number;
  readonly readCMap: CMapReader;
}

/** Reads one of the character maps that PDFs name instead of holding them, as `UniGB-UCS2-H`. */
export type CMapReader = (name: string) => Promise<Uint8Array>;

export interface FileReading {
  readonly docs: readonly Doc[];
  readonly encoding: string | null;
  readonly message: string | null;
  readonly table?: FoundTable;
}

/** Reads a file whole or not at all. @throws {UnreadFile} where it cannot be read */
export type DocumentReader = (file: DocumentFile, means: ReadingMeans) => Promise<FileReading>;

export interface Unread {
  readonly status: Exclude<FileStatus, 'read' | 'unchanged'>;
  readonly message: ImportProblem | string;
  /** Reported too, where other columns would give documents. */
  readonly table: FoundTable | null;
}

export class UnreadFile extends Error implements Unread {
  constructor(
    readonly status: Unread['status'],
    message: string,
    readonly table: FoundTable | null = null,
  ) {
    super(message);
  }
}

/** @param written the title that the file names itself; its highest heading if empty */
export function oneDoc(
  path: string,
  text: string,
  headings: readonly Heading[],
  written: string,
  rest: Pick<FileReading, 'encoding' | 'message'>,
): FileReading {
  const title = written || (headings.find(({ level }) => level === 1)?.text ?? '');
  const outline = headings.length > 0 ? { outline: { pages: [], headings } } : {};
  return { ...rest, docs: [{ id: docId(path), title, text, ...outline }] };
}

export const joinMessages = (...messages: readonly (string | null)[]): string | null =>
  messages.filter(Boolean).join(' ') || null;

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export function statusOf(problem: ImportProblem): Unread['status'] {
  if (problem.code === 'too-large') return 'too-large';
  return problem.code === 'bad-archive' && problem.data[0] === 'encrypted' ? 'encrypted' : 'broken';
}

/** Engines name it differently: V8 and WebKit a RangeError, Gecko “too much recursion”. */
export const isStackOverflow = (error: unknown): boolean =>
  error instanceof Error && /call stack|too much recursion/i.test(error.message);

export function unreadBy(error: unknown): Unread {
  if (error instanceof UnreadFile) return { status: error.status, message: error.message, table: error.table };
  if (error instanceof SourceFailure) return { status: statusOf(error.problem), message: error.problem, table: null };
  // A library that fails on one file must not take the others with it.
  const message = isStackOverflow(error)
    ? 'What is in it is nested too deep. Save it again in the program that made it, or as plain text.'
    : `The file could not be read (${reasonOf(error)}). Save it again, or in another format.`;
  return { status: 'broken', message, table: null };
}

/** What programs write for a document that was never named, in the languages in which they do, perhaps with a number. */
const DEFAULTS = [
  'untitled(?: document)?|no title|title|blank(?: page)?|document|new document|book|slide|presentation|layout|print',
  'powerpoint presentation|scan(?:ned document)?|anonymous|unspecified|none|null|undefined',
  'unbenannt|ohne titel|dokument|präsentation|sans titre|sin título|senza titolo|documento|présentation(?: powerpoint)?',
  '无标题.*|未命名.*|無標題.*|文档|文件|新建.*|無題.*|名称未設定.*|文書|제목 ?없음|문서',
].join('|');
const NO_TITLE = new RegExp(`^\\(?(?:${DEFAULTS})[-_ ]?\\d*\\)?$`, 'i');
/** `Microsoft Word - report.doc`, as printing to a file has it. */
const OF_PROGRAM = /^microsoft (?:word|powerpoint|excel|office)\b.*$/i;
const FILE_NAME = /\.(?:docx?|pdf|rtf|odt|txt|md|html?|tex|dvi|indd|qxd|pptx?|xlsx?)$/i;
const ADDRESS = /^(?:about|https?|file|data|blob|chrome|doi|urn):\S+$/i;
const PATH = /^(?:[a-z]:[\\/]|\\\\|~?\/\S)/i;
const CODE = /^(?:[0-9a-f]{16,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\P{L}*)$/iu;
const UNINFORMATIVE = [NO_TITLE, OF_PROGRAM, FILE_NAME, ADDRESS, PATH, CODE];

export function titleFromMetadata(written: unknown): string {
  const title = typeof written === 'string' ? written.replace(/\s+/g, ' ').trim() : '';
  return UNINFORMATIVE.some((pattern) => pattern.test(title)) ? '' : title;
}
