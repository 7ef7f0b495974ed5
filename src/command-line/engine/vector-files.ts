import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { floatRows } from '../../base/vectors';
import type { ExperimentSpec } from '../../domain/experiment/experiment';
import { NO_PARTS, type SystemSpec } from '../../domain/experiment/parts';
import { type ArrayHeader, arrayNumbers, readNpyHeader } from '../../domain/dataset/supplied/vectors/arrays';
import type { FusionSpec } from '../../domain/fusion/fusion-spec';
import type { FileVectorsSpec, RetrieverSpec } from '../../domain/retrieval/retriever-spec';
import type { EngineOptions, EvaluationRequest } from '../../ui/command-line/command';
import { CommandRefusal } from '../../ui/command-line/command-progress';
import type { PageServing } from '../../ui/command-line/serving';
import type { StreamedCollection } from './collection';
import { engineProblems as words } from './texts';

export type GivenVectors = Readonly<Record<'passages' | 'questions', VectorFile>>;

/** The files of vectors that a command names; null where it names none. */
export async function openVectors({ passageVectors, questionVectors }: EngineOptions, at: (path: string) => string) {
  if (passageVectors === null || questionVectors === null) return null;
  return { passages: await VectorFile.open(at(passageVectors)), questions: await VectorFile.open(at(questionVectors)) };
}

/** What the page would run, with the systems that read vectors from files beside it where a command names some. */
export async function experimentFor(
  request: EvaluationRequest,
  { languages }: StreamedCollection,
  vectors: GivenVectors | null,
  page: PageServing,
): Promise<ExperimentSpec> {
  const made = await page.experiment(request, languages);
  if (!made.ok) throw new CommandRefusal(made.problems);
  const spec = made.value;
  if (!vectors) {
    const lacking = spec.systems.find(({ retrievers }) => retrievers.some(({ kind }) => kind === 'file-vectors'));
    if (lacking) throw new CommandRefusal([words.noVectorFiles(lacking.id)]);
    return spec;
  }
  const retriever = await fileRetriever(vectors);
  if (request.experiment === undefined) return { ...spec, systems: withFileVectors(spec.systems, retriever) };
  // What the experiment's file names of vectors is read from the files of the command.
  const { name, hash } = retriever;
  const given = (each: RetrieverSpec) => (each.kind === 'file-vectors' ? { ...each, name, hash } : each);
  return { ...spec, systems: spec.systems.map((each) => ({ ...each, retrievers: each.retrievers.map(given) })) };
}

/** Of the files as they are: other vectors are another index. */
async function fileRetriever({ passages, questions }: GivenVectors): Promise<FileVectorsSpec> {
  const hash = createHash('sha256');
  for (const { path } of [passages, questions])
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  const search = { kind: 'nearest', metric: 'cosine' } as const;
  return { kind: 'file-vectors', name: basename(passages.path), hash: hash.digest('hex'), search };
}

/** Alone, and fused by reciprocal rank with words where those are compared. */
function withFileVectors(systems: readonly SystemSpec[], retriever: FileVectorsSpec): SystemSpec[] {
  const alone = { id: 'file-vectors', retrievers: [retriever], ...NO_PARTS };
  const bm25 = systems.find(({ id }) => id === 'bm25');
  if (!bm25) return [...systems, alone];
  const fusion: FusionSpec = { method: 'rrf', constant: 60, weights: [1, 1] };
  const both = { id: 'file-vectors-rrf', retrievers: [...bm25.retrievers, retriever], ...NO_PARTS, fusion };
  return [...systems, alone, both];
}

export function checkRows({ path, rows }: VectorFile, expected: number, of: 'questions' | 'passages'): void {
  if (rows !== expected) throw new CommandRefusal([words.vectorRows(path, rows, expected, of)]);
}

const HEADER_BYTES = 2 ** 16;

/** A NumPy array on disk, of which rows are read where they are needed. */
export class VectorFile {
  private constructor(
    readonly path: string,
    private readonly handle: FileHandle,
    private readonly header: ArrayHeader,
  ) {}

  /** @throws {CommandRefusal} where it is no such array */
  static async open(path: string): Promise<VectorFile> {
    const handle = await open(path).catch(() => null);
    if (!handle) throw new CommandRefusal([words.vectorFile(path, 'There is no such file.')]);
    const head = new Uint8Array(HEADER_BYTES);
    const { bytesRead } = await handle.read(head, 0, HEADER_BYTES, 0);
    const header = readNpyHeader(head.subarray(0, bytesRead));
    const isFloat = !('why' in header) && header.type.startsWith('f');
    const why = isFloat ? await flaw(handle, header) : 'It is no such array.';
    if (why === null) return new VectorFile(path, handle, header as ArrayHeader);
    await handle.close();
    throw new CommandRefusal([words.vectorFile(path, why)]);
  }

  get rows(): number {
    return this.header.rows;
  }

  get dimensions(): number {
    return this.header.columns;
  }

  /** Row-major. @throws {CommandRefusal} where a number is not finite, or a row is all zeros */
  async read(from: number, count: number): Promise<Float32Array> {
    const { columns, bytesPerNumber, dataAt } = this.header;
    const rowBytes = columns * bytesPerNumber;
    const bytes = new Uint8Array(count * rowBytes);
    await this.handle.read(bytes, 0, bytes.length, dataAt + from * rowBytes);
    const values = floatRows(arrayNumbers(bytes, { ...this.header, rows: count, dataAt: 0 }), columns);
    for (let row = 0; row < count; row++) {
      const vector = values.subarray(row * columns, (row + 1) * columns);
      if (!vector.every(Number.isFinite) || vector.every((value) => value === 0))
        throw new CommandRefusal([
          words.vectorFile(this.path, `Row ${from + row} (from 0) has a number that is not finite, or is all zeros.`),
        ]);
    }
    return values;
  }

  close(): Promise<void> {
    return this.handle.close();
  }
}

async function flaw(handle: FileHandle, header: ArrayHeader): Promise<string | null> {
  if (header.isFortran) return 'It is stored column by column.';
  const { size } = await handle.stat();
  const expected = header.dataAt + header.rows * header.columns * header.bytesPerNumber;
  return size === expected ? null : `It has ${size} bytes, and its header says ${expected}: it is not whole.`;
}
