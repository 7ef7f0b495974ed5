import { expose, transfer } from 'comlink';
import { tellRequests } from '../requests/observe';
import { installErrorTransfer, relayedWorkers } from './page-workers';

/** Items of a list that cross at once: a message is read whole, in one task of the page. */
const PART = 1000;
/** A list of so few items may hold long lists. */
const FEW = 16;

const givenAway = new WeakSet<object>();

export function givingAway<T extends object>(value: T): T {
  givenAway.add(value);
  return value;
}

interface LongList {
  readonly path: readonly string[];
  readonly items: readonly unknown[];
}

interface Parted {
  readonly hitrateParted: unknown;
  readonly lists: readonly { readonly path: readonly string[]; readonly length: number }[];
  readonly port: MessagePort;
}

/** A value without its long lists, to be {@link joined}. Typed arrays are moved, deeper ones if {@link givingAway}. */
export function parted<T>(value: T): T {
  const lists: LongList[] = [];
  const rest = withoutLists(value, [], lists);
  const isGivenAway = typeof value === 'object' && value !== null && givenAway.has(value);
  const buffers = [...new Set(buffersOf(value, isGivenAway))];
  if (lists.length === 0) return buffers.length > 0 ? (transfer(value as object, buffers) as T) : value;
  const { port1, port2 } = new MessageChannel();
  const parts = lists.flatMap(({ items }) => partsOf(items));
  port1.onmessage = () => {
    port1.postMessage(parts.shift());
    if (parts.length === 0) port1.close();
  };
  const sent: Parted = {
    hitrateParted: rest,
    lists: lists.map(({ path, items }) => ({ path, length: items.length })),
    port: port2,
  };
  return transfer(sent, [port2, ...buffers]) as T;
}

export async function joined<T>(received: T): Promise<T> {
  if (!isParted(received)) return received;
  const { hitrateParted: value, lists, port } = received;
  for (const { path, length } of lists) {
    const list = path.reduce((holder, field) => (holder as Record<string, unknown>)[field], value) as unknown[];
    while (list.length < length) list.push(...(await nextPart(port)));
  }
  port.close();
  return value as T;
}

const isParted = (value: unknown): value is Parted =>
  typeof value === 'object' && value !== null && 'hitrateParted' in value;

function withoutLists(value: unknown, path: readonly string[], found: LongList[]): unknown {
  if (Array.isArray(value) && value.length > PART) {
    found.push({ path, items: value });
    return [];
  }
  if (Array.isArray(value) && value.length <= FEW) {
    const before = found.length;
    const items = value.map((item, i) => withoutLists(item, [...path, String(i)], found));
    return found.length === before ? value : items;
  }
  if (!isPlain(value)) return value;
  const before = found.length;
  const fields = Object.entries(value).map(([name, field]) => [name, withoutLists(field, [...path, name], found)]);
  return found.length === before ? value : Object.fromEntries(fields);
}

function partsOf(items: readonly unknown[]): (readonly unknown[])[] {
  return Array.from({ length: Math.ceil(items.length / PART) }, (_, i) => items.slice(i * PART, (i + 1) * PART));
}

function nextPart(port: MessagePort): Promise<readonly unknown[]> {
  return new Promise((resolve) => {
    port.onmessage = ({ data }: MessageEvent<readonly unknown[]>) => resolve(data);
    port.postMessage(null);
  });
}

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

function buffersOf(value: unknown, isDeep: boolean): ArrayBuffer[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((field): ArrayBuffer[] => {
    if (ArrayBuffer.isView(field)) return field.buffer instanceof ArrayBuffer ? [field.buffer] : [];
    const isLooked = isDeep && (isPlain(field) || (Array.isArray(field) && field.length <= FEW));
    return isLooked ? buffersOf(field, true) : [];
  });
}

export const LIFE = 'hitrate-worker-life';

interface LifeMessage {
  readonly [LIFE]: string;
}

/** The browser frees the lock when the worker is gone; a heartbeat would take a long computation for a death. */
export function holdLife(): Promise<void> {
  // Absent on pages without TLS.
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) return Promise.resolve();
  const name = `${LIFE}-${crypto.randomUUID()}`;
  return new Promise((resolve) => {
    const held = (): Promise<never> => {
      self.postMessage({ [LIFE]: name } satisfies LifeMessage);
      resolve();
      return new Promise(() => undefined);
    };
    // Refused where the browser lets the page keep nothing.
    locks.request(name, held).catch(() => resolve());
  });
}

export function onDeath(worker: Worker, listener: () => void): void {
  worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data !== 'object' || data === null || !(LIFE in data)) return;
    void navigator.locks.request((data as LifeMessage)[LIFE], listener);
  });
}

export const READY = 'hitrate-worker-ready';

/** Typed arrays of a result are moved. @param api methods of at most one input, then callbacks */
export function serve(api: object): void {
  // Before anyone hears messages of the page.
  if (navigator.userAgent.includes('Firefox/'))
    self.Worker = relayedWorkers(self as unknown as Worker, self.location.href);
  const flushRequests = tellRequests();
  installErrorTransfer();
  const methods = Object.entries(api as Record<string, (...args: unknown[]) => unknown>).map(([name, method]) => [
    name,
    async (...args: unknown[]) => {
      try {
        return parted(await method(...(await Promise.all(args.map(joined)))));
      } finally {
        // The page may end the worker once it has the answer.
        flushRequests();
      }
    },
  ]);
  expose(Object.fromEntries(methods));
  self.addEventListener('messageerror', () => reportError(new Error('a call could not be read')));
  // Who calls from then on hears of its death.
  void holdLife().then(() => self.postMessage(READY));
}
