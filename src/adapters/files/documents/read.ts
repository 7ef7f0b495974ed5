import { documentName } from '../../../domain/documents/document-name';
import type { DocumentsProgress, ReadDocuments, SourceFile } from '../../../contract/workers';
import { languagesOf } from '../../../domain/dataset/languages';
import { mebibytes, ProblemLog, SourceFailure } from '../../../domain/dataset/problem';
import type { ImportProblem } from '../../../domain/dataset/outcome';
import { TextHash } from '../../../base/hash';
import { folderName, stemOf } from '../../../base/paths';
import type { ColumnChoice, FileReport, FoundTable } from '../../../domain/documents/file-report';
import type { FileDoc } from '../../../domain/documents/prepare';
import { blobSource, type ByteSource, bytesOf } from '../byte-source';
import { gather } from '../read';
import { whySkipped } from './kinds';
import { kindOf, parserHere, type FileParser, type Parsed, fetchCMapLazily } from './registry';
import { statusOf, UnreadFile, type DocumentFile, type Unread } from './reader';
import { STOPPED } from './timed-parser';

export interface FilesRead extends Omit<ReadDocuments, 'docs' | 'characters'> {
  /** Ids are paths with white space as `%20`; in tables the path, `:` and the row's id or number. */
  readonly docs: readonly FileDoc[];
}

interface Input {
  readonly files: readonly SourceFile[];
  /** Hashes of files that were read before, by path: files with the same bytes are `unchanged`. */
  readonly known?: Readonly<Record<string, string>>;
  readonly columns?: Readonly<Record<string, ColumnChoice>>;
}

export interface DocumentLimits {
  readonly file: number;
  /** Of all that are read: more does not fit in a tab once it is text, passages and indexes. */
  readonly total: number;
}

const LIMITS: DocumentLimits = { file: 2 ** 28, total: 2 ** 30 };

export async function readDocuments(
  input: Input,
  progress: (step: DocumentsProgress) => void,
  { limits = LIMITS, parser = here, stop = new AbortController().signal } = {},
): Promise<FilesRead> {
  const gathered = await gatherEach(input.files, limits.file);
  const reading = new Reading(input, limits, parser, stop);
  const filesTotal = gathered.length;
  const bytesTotal = gathered.reduce((sum, file) => sum + sizeOf(file), 0);
  const isDue = stepper(filesTotal, bytesTotal);
  let bytesRead = 0;
  for (const [filesDone, file] of gathered.entries()) {
    if (isDue(filesDone, bytesRead + sizeOf(file)))
      progress({ path: file.path, filesDone, filesTotal, bytesRead, bytesTotal });
    await reading.add(file);
    bytesRead += sizeOf(file);
  }
  progress({ path: gathered.at(-1)?.path ?? '', filesDone: filesTotal, filesTotal, bytesRead, bytesTotal });
  const { docs, files, tables } = reading;
  const languages = languagesOf(docs.map(({ doc }) => doc));
  return { name: nameOf(gathered.map(({ path }) => path)), docs, files, tables, languages };
}

type Gathered =
  | { readonly path: string; readonly source: ByteSource }
  | { readonly path: string; readonly problem: ImportProblem; readonly bytes: number };

/** In path order, archives replaced by their files. @param maxBytes of a file that is unpacked to know its size */
async function gatherEach(files: readonly SourceFile[], maxBytes: number): Promise<Gathered[]> {
  const found: Gathered[] = [];
  for (const file of files) {
    const log = new ProblemLog();
    const sources = await gather([file], log, maxBytes);
    found.push(...sources.map((source) => ({ path: source.path, source })));
    // What is of no kind that is read: its name tells what to do.
    found.push(...log.warnings.map(({ file: path }) => ({ path, source: blobSource(path, file.file) })));
    found.push(...log.problems.map((problem) => ({ path: problem.file, problem, bytes: file.file.size })));
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

/** More would keep the page busy, and nobody sees them. */
const MAX_STEPS = 500;

/** Whether there is progress to report: a file that takes part of the time is always reported before it is read. */
function stepper(filesTotal: number, bytesTotal: number): (files: number, bytes: number) => boolean {
  let [files, bytes] = [-Infinity, 0];
  return (filesNow, bytesNow) => {
    if (filesNow - files < filesTotal / MAX_STEPS && bytesNow - bytes < bytesTotal / MAX_STEPS) return false;
    [files, bytes] = [filesNow, bytesNow];
    return true;
  };
}

const sizeOf = (file: Gathered): number => ('source' in file ? file.source.bytes : file.bytes);

function nameOf(paths: readonly string[]): string {
  const [top, ...others] = new Set(paths.map((path) => path.split('/')[0]!));
  if (top === undefined || others.length > 0) return folderName('');
  return paths[0] === top ? stemOf(top) : folderName(top);
}

class Reading {
  readonly docs: FileDoc[] = [];
  readonly files: FileReport[] = [];
  readonly tables: FoundTable[] = [];
  #bytes = 0;
  readonly #paths = new Set<string>();

  constructor(
    private readonly input: Input,
    private readonly limits: DocumentLimits,
    private readonly parser: FileParser,
    private readonly stop: AbortSignal,
  ) {}

  async add(file: Gathered): Promise<void> {
    const report: FileReport = {
      path: file.path,
      format: kindOf(file.path)?.format ?? null,
      status: 'broken',
      bytes: sizeOf(file),
      hash: '',
      docs: 0,
      characters: 0,
      encoding: null,
      message: null,
    };
    if (this.stop.aborted) this.files.push({ ...report, ...told(STOPPED) });
    else if ('problem' in file) {
      const { problem } = file;
      this.files.push({ ...report, status: statusOf(problem), message: problem });
    } else this.files.push(await this.#read(file.source, report));
  }

  async #read(source: ByteSource, report: FileReport): Promise<FileReport> {
    let hash = '';
    try {
      this.#refuse(source);
      const file = { path: source.path, bytes: await bytesOf(source) };
      hash = new TextHash().bytes(file.bytes).digest();
      if (ownOf(this.input.known, source.path) === hash) return { ...report, hash, status: 'unchanged' };
      const parsed = await this.#parse(file);
      if ('unread' in parsed) return { ...report, hash, ...this.#unread(parsed.unread) };
      const { reading } = parsed;
      for (const doc of reading.docs) this.docs.push({ file: source.path, doc: { ...doc, id: documentName(doc.id) } });
      if (reading.table) this.tables.push(reading.table);
      const { encoding, message, docs } = reading;
      const characters = docs.reduce((sum, { text }) => sum + text.length, 0);
      return { ...report, hash, status: 'read', docs: docs.length, characters, encoding, message };
    } catch (error) {
      if (error instanceof UnreadFile) return { ...report, hash, ...this.#unread(error) };
      if (!(error instanceof SourceFailure)) throw error;
      return { ...report, hash, status: statusOf(error.problem), message: error.problem };
    }
  }

  #unread(unread: Unread): Pick<FileReport, 'status' | 'message'> {
    if (unread.table) this.tables.push(unread.table);
    return told(unread);
  }

  #refuse({ path, bytes }: ByteSource): void {
    if (this.#paths.has(path))
      throw new UnreadFile('skipped', 'Another file has the same path. Give one of them another name.');
    this.#paths.add(path);
    if (!kindOf(path)) throw new UnreadFile('skipped', whySkipped(path));
    const { file, total } = this.limits;
    if (bytes > file)
      throw new UnreadFile('too-large', `It has ${mebibytes(bytes)}; files of ${mebibytes(file)} are read. Split it.`);
    if (this.#bytes + bytes > total) {
      const sum = mebibytes(this.#bytes + bytes);
      const todo = 'Make another collection of it.';
      throw new UnreadFile(
        'too-large',
        `With those before it there are ${sum}; up to ${mebibytes(total)} are read. ${todo}`,
      );
    }
    this.#bytes += bytes;
  }

  async #parse(file: DocumentFile): Promise<Parsed> {
    if (file.bytes.length === 0) throw new UnreadFile('empty', 'The file is empty. Leave it out, or save it again.');
    const columns = ownOf(this.input.columns, file.path) ?? null;
    const parser = isQuick(file) ? here : this.parser;
    return parser.parse({ ...file, columns, maxBytes: this.limits.file }, this.stop);
  }
}

/** A path may be named as what every object has, `constructor`. */
const ownOf = <T>(by: Readonly<Record<string, T>> | undefined, path: string): T | undefined =>
  by && Object.hasOwn(by, path) ? by[path] : undefined;

const told = ({ status, message }: Unread): Pick<FileReport, 'status' | 'message'> => ({ status, message });

const here = parserHere(fetchCMapLazily);
const QUICK_BYTES = 2 ** 16;

/** A short plain text takes less time than a message to a worker and back. */
const isQuick = ({ path, bytes }: DocumentFile) => kindOf(path)?.format === 'text' && bytes.length <= QUICK_BYTES;
