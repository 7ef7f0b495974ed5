import { problem, type ProblemLog, SourceFailure, tooLarge } from '../../domain/dataset/problem';
import type { SourceText } from '../../domain/dataset/source';
import { type ByteSource, bytesOf } from './byte-source';
import type { Meter } from './text';
import { zipSources } from './zip';

const HEAD = 2 ** 16;

/** The first sheet with rows, as the CSV that it can be saved as. @throws {SourceFailure} where it is no workbook */
export async function firstSheet(
  source: ByteSource,
  meter: Meter,
  log: ProblemLog,
  maxBytes: number,
): Promise<SourceText> {
  const { path, blob = new Blob([await bytesOf(source)]) } = source;
  const sheets = await sheetsIn(path, await unpackedParts(path, blob, maxBytes));
  const [first, ...others] = sheets.filter(({ data }) => data.length > 0);
  const left = others.map(({ sheet }) => sheet);
  if (first && left.length > 0) log.warn(problem('other-sheets', { file: path }, first.sheet, left));
  const text = (first?.data ?? []).map((row) => `${lineOf(row)}\n`).join('');
  return {
    path,
    bytes: text.length,
    head: () => Promise.resolve(text.slice(0, HEAD)),
    async *blocks() {
      meter.advance(path, text.length);
      yield await Promise.resolve({ text, firstLine: 1 });
    },
  };
}

async function unpackedParts(path: string, blob: Blob, maxBytes: number): Promise<Record<string, Uint8Array>> {
  const parts = (await zipSources(path, blob)).filter((part) => /\.(?:xml|rels)$/.test(part.path));
  if (parts.reduce((sum, { bytes }) => sum + bytes, 0) > maxBytes) throw tooLarge(path, maxBytes);
  const unpacked: Record<string, Uint8Array> = {};
  for (const part of parts) unpacked[part.path.slice(path.length + 1)] = await bytesOf(part);
  return unpacked;
}

async function sheetsIn(file: string, parts: Record<string, Uint8Array>) {
  const [{ default: readSheets }, { zipSync }] = await Promise.all([
    import('read-excel-file/universal'),
    import('fflate'),
  ]);
  // Of what is compressed it would unpack large parts in workers from blob: addresses, which the page's policy forbids.
  const stored = zipSync(parts, { level: 0 });
  try {
    return await readSheets(stored.buffer as ArrayBuffer, { trim: false });
  } catch (error) {
    throw new SourceFailure(problem('bad-table', { file }, 'Excel', error instanceof Error ? error.message : ''));
  }
}

/** A row without values is an empty line, which readers pass over. */
const lineOf = (row: readonly unknown[]): string =>
  row.every((value) => value === null) ? '' : row.map(cellText).join(',');

/** As the value is, and not as the sheet shows it. Of merged cells all but the first are empty. */
function cellText(value: unknown): string {
  if (value === null) return '';
  const text = value instanceof Date ? value.toISOString().replace(/T00:00:00\.000Z$/, '') : String(value);
  return /^[\s[{]|[",;\t\r\n]|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
