import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** JSON with sorted object keys: equal values have equal text. @throws {TypeError} for a number JSON cannot hold */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError(`${value} has no JSON form`);
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`;
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, field]) => `${JSON.stringify(key)}:${canonicalJson(field)}`);
  return `{${fields.join(',')}}`;
}

/** SHA-256 of the text's UTF-8 bytes, in hexadecimal. */
export function hashText(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/** {@link hashText} of what comes in parts. No text may end within a surrogate pair. */
export class TextHash {
  readonly #hash = sha256.create();

  add(part: string): this {
    this.#hash.update(utf8ToBytes(part));
    return this;
  }

  bytes({ buffer, byteOffset, byteLength }: ArrayBufferView): this {
    this.#hash.update(new Uint8Array(buffer, byteOffset, byteLength));
    return this;
  }

  digest(): string {
    return bytesToHex(this.#hash.digest());
  }
}

export function contentKey(value: unknown): string {
  return hashText(canonicalJson(value));
}

/** Items that are hashed at a time: their text is never held whole. */
const STEP = 500;

/** {@link contentKey} of a long list, or of an object of long lists. */
export function listsKey(lists: readonly unknown[] | Readonly<Record<string, readonly unknown[]>>): string {
  const hash = new TextHash();
  if (isList(lists)) addList(hash, lists);
  else {
    const names = Object.keys(lists).sort();
    for (const [i, name] of names.entries())
      addList(hash.add(`${i === 0 ? '{' : ','}${JSON.stringify(name)}:`), lists[name]!);
    hash.add(names.length === 0 ? '{}' : '}');
  }
  return hash.digest();
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

function addList(hash: TextHash, list: readonly unknown[]): void {
  hash.add('[');
  for (let at = 0; at < list.length; at += STEP) {
    const part = list.slice(at, at + STEP).map((item) => canonicalJson(item ?? null));
    hash.add((at === 0 ? '' : ',') + part.join(','));
  }
  hash.add(']');
}

/** Each of some values once, as their canonical JSON tells them apart; the last of those that are alike. */
export function distinct<T>(values: readonly T[]): T[] {
  return [...new Map(values.map((value) => [canonicalJson(value), value])).values()];
}
