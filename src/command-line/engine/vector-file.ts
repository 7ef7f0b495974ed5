import { type FileHandle, open } from 'node:fs/promises';
import { type NpyHeader, arrayNumbers, readNpyHeader } from '../../domain/dataset/supplied/npy';
import { CommandRefusal } from '../../ui/command-line/command-progress';
import { engineProblems as words } from './texts';

const HEADER_BYTES = 2 ** 16;

/** A NumPy array on disk, of which rows are read where they are needed. */
export class VectorFile {
  private constructor(
    readonly path: string,
    private readonly handle: FileHandle,
    private readonly header: NpyHeader,
  ) {}

  /** @throws {CommandRefusal} where it is no such array */
  static async open(path: string): Promise<VectorFile> {
    const handle = await open(path).catch(() => null);
    if (!handle) throw new CommandRefusal([words.vectorFile(path, 'There is no such file.')]);
    const head = new Uint8Array(HEADER_BYTES);
    const { bytesRead } = await handle.read(head, 0, HEADER_BYTES, 0);
    const header = readNpyHeader(head.subarray(0, bytesRead));
    const why = 'why' in header ? 'It is no such array.' : await flaw(handle, header);
    if (why === null) return new VectorFile(path, handle, header as NpyHeader);
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
    const values = arrayNumbers(bytes, { ...this.header, rows: count, dataAt: 0 });
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

async function flaw(handle: FileHandle, header: NpyHeader): Promise<string | null> {
  if (header.isFortran) return 'It is stored column by column.';
  const { size } = await handle.stat();
  const expected = header.dataAt + header.rows * header.columns * header.bytesPerNumber;
  return size === expected ? null : `It has ${size} bytes, and its header says ${expected}: it is not whole.`;
}
