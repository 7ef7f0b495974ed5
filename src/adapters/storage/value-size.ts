/** A string takes one byte a character where all of them are Latin, two where one is not. */
const NOT_LATIN = /[^\0-\xff]/;
const NUMBER_BYTES = 8;

/**
 * About how many bytes a value takes where it is stored: texts, binary data and numbers are counted, names of fields
 * are, and nothing for how they are put together. The browser packs what it writes, and may take less.
 */
export function valueSize(value: unknown): number {
  if (typeof value === 'string') return NOT_LATIN.test(value) ? 2 * value.length : value.length;
  if (typeof value === 'number') return NUMBER_BYTES;
  if (typeof value !== 'object' || value === null) return 1;
  if (value instanceof Blob) return value.size;
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return value.byteLength;
  if (Array.isArray(value)) return sum(value, valueSize);
  if (value instanceof Map) return sum([...value], valueSize);
  if (value instanceof Set) return sum([...value], valueSize);
  return sum(Object.entries(value), ([name, field]) => valueSize(name) + valueSize(field));
}

function sum<T>(values: readonly T[], size: (value: T) => number): number {
  let total = 0;
  for (const value of values) total += size(value);
  return total;
}
