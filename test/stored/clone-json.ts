/**
 * Databases of a page as JSON, and back. Both functions hold all that they use, so that a browser can be given their text.
 */

/** A store as it is, without the code that knows what is in it. */
interface DumpedStore {
  readonly name: string;
  readonly keyPath: string | string[] | null;
  readonly autoIncrement: boolean;
  readonly indexes: readonly {
    readonly name: string;
    readonly keyPath: string | string[];
    readonly unique: boolean;
    readonly multiEntry: boolean;
  }[];
  /** Keys and values, encoded. */
  readonly records: readonly (readonly [unknown, unknown])[];
}

export interface DumpedDatabase {
  readonly name: string;
  readonly version: number;
  readonly stores: readonly DumpedStore[];
}

/**
 * Reads databases through raw IndexedDB. What JSON has no form for is an object with the one field `$` and what it was:
 * typed arrays and buffers as base64, Blobs, Dates, Maps, Sets, undefined, and numbers that are not finite or −0.
 */
export async function dumpDatabases(names: readonly string[]): Promise<DumpedDatabase[]> {
  const done = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error!);
    });
  const base64 = (bytes: Uint8Array): string => {
    let text = '';
    for (const byte of bytes) text += String.fromCharCode(byte);
    return btoa(text);
  };
  const encodedNumber = (value: number): unknown =>
    Number.isFinite(value) && !Object.is(value, -0)
      ? value
      : { $: ['number', Object.is(value, -0) ? '-0' : `${value}`] };
  const encodedList = (values: readonly unknown[]): Promise<unknown[]> => Promise.all(values.map(encoded));
  async function encodedBytes(value: object): Promise<unknown> {
    if (value instanceof Blob) return { $: ['Blob', base64(new Uint8Array(await value.arrayBuffer())), value.type] };
    if (value instanceof ArrayBuffer) return { $: ['ArrayBuffer', base64(new Uint8Array(value))] };
    const { buffer, byteOffset, byteLength, constructor } = value as Uint8Array;
    return { $: [constructor.name, base64(new Uint8Array(buffer, byteOffset, byteLength))] };
  }
  async function encoded(value: unknown): Promise<unknown> {
    if (value === undefined) return { $: ['undefined'] };
    if (typeof value === 'number') return encodedNumber(value);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return encodedList(value);
    if (value instanceof Date) return { $: ['Date', value.getTime()] };
    if (value instanceof Map) return { $: ['Map', await encodedList([...value].flat(1) as unknown[])] };
    if (value instanceof Set) return { $: ['Set', await encodedList([...value])] };
    if (value instanceof Blob || value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return encodedBytes(value);
    const fields = await Promise.all(Object.entries(value).map(async ([name, field]) => [name, await encoded(field)]));
    return Object.fromEntries(fields) as unknown;
  }
  async function dumped(name: string): Promise<DumpedDatabase> {
    const db = await done(indexedDB.open(name));
    const stores: DumpedStore[] = [];
    for (const each of db.objectStoreNames) {
      const store = db.transaction(each).objectStore(each);
      const { keyPath, autoIncrement } = store;
      const indexes = [...store.indexNames].map((index) => {
        const { name: named, keyPath: path, unique, multiEntry } = store.index(index);
        return { name: named, keyPath: path, unique, multiEntry };
      });
      const [keys, values] = await Promise.all([done(store.getAllKeys()), done(store.getAll())]);
      const records: [unknown, unknown][] = [];
      for (const [i, key] of keys.entries()) records.push([await encoded(key), await encoded(values[i])]);
      stores.push({ name: each, keyPath, autoIncrement, indexes, records });
    }
    const { version } = db;
    db.close();
    return { name, version, stores };
  }
  return Promise.all(names.map(dumped));
}

/**
 * Writes dumped databases through raw IndexedDB, at their version. They must not be there.
 *
 * @param renamed another name for each, by which a test has a database of its own
 */
export async function restoreDatabases(
  databases: readonly DumpedDatabase[],
  renamed: Readonly<Record<string, string>> = {},
): Promise<void> {
  const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
    Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const VIEWS: Readonly<Record<string, new (buffer: ArrayBuffer) => unknown>> = {
    Uint8Array,
    Int8Array,
    Uint16Array,
    Int16Array,
    Uint32Array,
    Int32Array,
    Float32Array,
    Float64Array,
  };
  function special([kind, content, extra]: readonly unknown[]): unknown {
    switch (kind) {
      case 'undefined':
        return undefined;
      case 'number':
        return Number(content);
      case 'Date':
        return new Date(content as number);
      case 'Set':
        return new Set((content as unknown[]).map(decoded));
      case 'Map': {
        const flat = (content as unknown[]).map(decoded);
        return new Map(flat.flatMap((key, i) => (i % 2 === 0 ? [[key, flat[i + 1]] as const] : [])));
      }
      case 'Blob':
        return new Blob([bytesOf(content as string)], { type: extra as string });
      case 'ArrayBuffer':
        return bytesOf(content as string).buffer;
      default: {
        const View = VIEWS[kind as string];
        if (!View) throw new Error(`the dump has a value of an unknown kind: ${String(kind)}`);
        return new View(bytesOf(content as string).buffer);
      }
    }
  }
  function decoded(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(decoded);
    const entries = Object.entries(value);
    if (entries.length === 1 && entries[0]![0] === '$') return special(entries[0]![1] as unknown[]);
    return Object.fromEntries(entries.map(([name, field]) => [name, decoded(field)]));
  }
  function restored({ name, version, stores }: DumpedDatabase): Promise<void> {
    return new Promise((resolve, reject) => {
      const opening = indexedDB.open(renamed[name] ?? name, version);
      opening.onerror = () => reject(opening.error!);
      opening.onsuccess = () => {
        opening.result.close();
        resolve();
      };
      opening.onupgradeneeded = ({ oldVersion }) => {
        if (oldVersion !== 0) throw new Error(`${name} is there already`);
        for (const { name: named, keyPath, autoIncrement, indexes, records } of stores) {
          const store = opening.result.createObjectStore(named, { keyPath, autoIncrement });
          for (const { name: index, keyPath: path, unique, multiEntry } of indexes)
            store.createIndex(index, path, { unique, multiEntry });
          for (const [key, value] of records) {
            if (keyPath === null) store.put(decoded(value), decoded(key) as IDBValidKey);
            else store.put(decoded(value));
          }
        }
      };
    });
  }
  for (const database of databases) await restored(database);
}
