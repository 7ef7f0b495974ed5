import { parseTypedJson, typedJson } from '../../base/typed-json';

const CHUNK_UNITS = 2 ** 16;
const encoder = new TextEncoder();

/** JSON Lines of values, in chunks. */
export async function* jsonLines(
  values: Iterable<unknown> | AsyncIterable<unknown>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let text = '';
  for await (const value of values) {
    text += `${typedJson(value)}\n`;
    if (text.length < CHUNK_UNITS) continue;
    yield encoder.encode(text);
    text = '';
  }
  if (text !== '') yield encoder.encode(text);
}

/** One value, for people to read. */
export const jsonText = (value: unknown): Uint8Array<ArrayBuffer>[] => [encoder.encode(`${typedJson(value, 2)}\n`)];

/** The values of JSON Lines. @throws {SyntaxError} for what is none, {TypeError} for what is no UTF-8 */
export async function readJsonLines(chunks: AsyncIterable<Uint8Array>): Promise<unknown[]> {
  const values: unknown[] = [];
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let parts: string[] = [];
  for await (const chunk of chunks) {
    const [rest, ...lines] = decoder.decode(chunk, { stream: true }).split('\n');
    parts.push(rest!);
    if (lines.length === 0) continue;
    const last = lines.pop()!;
    values.push(parseTypedJson(parts.join('')), ...lines.map(parseTypedJson));
    parts = [last];
  }
  if (parts.join('') + decoder.decode() !== '') throw new SyntaxError('the last line has no end');
  return values;
}

export async function readJson(chunks: AsyncIterable<Uint8Array>): Promise<unknown> {
  return parseTypedJson(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await readBytes(chunks)));
}

export async function readBytes(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
