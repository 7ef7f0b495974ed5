import { bytesOfBase64 } from './bytes';

/** Arrays of numbers that JSON has no form for, by the name of their member. */
const ARRAYS = {
  $float64: Float64Array,
  $float32: Float32Array,
  $uint32: Uint32Array,
  $int32: Int32Array,
  $uint16: Uint16Array,
  $int16: Int16Array,
  $uint8: Uint8Array,
  $int8: Int8Array,
} as const;
type Name = keyof typeof ARRAYS;

/** Pages, workers and Node have them; the types of this layer name nothing of theirs. */
const { btoa } = globalThis as unknown as Readonly<Record<'btoa', (text: string) => string>>;

const NUMBERS: Readonly<Record<string, number>> = {
  NaN: NaN,
  Infinity: Infinity,
  '-Infinity': -Infinity,
  '-0': -0,
};

/**
 * JSON with typed arrays as base64 of their little-endian bytes, and with maps, sets, NaN and infinities. What looks
 * like such a form and is none has a second `$`. @throws {TypeError} for other binary data
 */
export function typedJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, (_, each: unknown) => written(each), indent);
}

/** The other way round. @throws {SyntaxError} for what is no JSON */
export function parseTypedJson(text: string): unknown {
  // Looking at each value takes several times as long as parsing.
  return text.includes('"$') ? (JSON.parse(text, (_, each: unknown) => read(each)) as unknown) : JSON.parse(text);
}

/** Far deeper than data is, and shallow enough for any stack. */
export const MAX_JSON_DEPTH = 500;

export function isDeeperThan(value: unknown, most: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (most === 0) return true;
  for (const key in value) {
    const each = (value as Readonly<Record<string, unknown>>)[key];
    if (typeof each === 'object' && isDeeperThan(each, most - 1)) return true;
  }
  return false;
}

/** What code that calls itself can read. @throws {SyntaxError} for what is no JSON, or is nested too deep */
export function parseShallow(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (isDeeperThan(value, MAX_JSON_DEPTH)) throw new SyntaxError(`it is nested more than ${MAX_JSON_DEPTH} deep`);
  return value;
}

/** The value of a text; something else where the text is no JSON, or is nested too deep. */
export function jsonOr(text: string, otherwise: unknown): unknown {
  try {
    return parseShallow(text);
  } catch {
    return otherwise;
  }
}

function written(value: unknown): unknown {
  if (typeof value === 'number')
    return isPlain(value) ? value : { $number: Object.is(value, -0) ? '-0' : String(value) };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  if (value instanceof Map) return { $map: [...value] };
  if (value instanceof Set) return { $set: [...value] };
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer || isBlob(value)) return binary(value);
  const [key, ...more] = Object.keys(value);
  if (key?.startsWith('$') !== true || more.length > 0) return value;
  return { [`$${key}`]: (value as Readonly<Record<string, unknown>>)[key] };
}

const isBlob = (value: object): boolean => /^\[object (?:Blob|File)\]$/.test(Object.prototype.toString.call(value));

const isPlain = (value: number): boolean => Number.isFinite(value) && !Object.is(value, -0);

function binary(value: object): object {
  for (const [name, Type] of Object.entries(ARRAYS))
    if (value instanceof Type)
      return { [name]: encoded(new Uint8Array(value.buffer, value.byteOffset, value.byteLength)) };
  throw new TypeError('binary data of a kind that has no form');
}

function read(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const [[name, content] = [], ...more] = Object.entries(value) as [string, unknown][];
  if (name === undefined || more.length > 0) return value;
  if (name.startsWith('$$')) return { [name.slice(1)]: content };
  if (name === '$map' && Array.isArray(content)) return new Map(content as [unknown, unknown][]);
  if (name === '$set' && Array.isArray(content)) return new Set(content);
  if (typeof content !== 'string') return value;
  if (name === '$number') return Object.hasOwn(NUMBERS, content) ? NUMBERS[content] : value;
  if (!isName(name)) return value;
  return new ARRAYS[name](bytesOfBase64(content).buffer);
}

const isName = (name: string): name is Name => Object.hasOwn(ARRAYS, name);

function encoded(bytes: Uint8Array): string {
  let text = '';
  // A call takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}
