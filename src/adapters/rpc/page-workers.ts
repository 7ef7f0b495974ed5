import { transferHandlers } from 'comlink';
import { HitrateError } from '../../contract/errors';

/** Firefox may block a thread for good in `new Worker` of a worker while the machine is busy (version 153). */

const RELAYED = 'hitrate-relayed-worker';

type Relayed = { readonly [RELAYED]: number } & (
  | { readonly what: 'start'; readonly url: string; readonly options: WorkerOptions | undefined }
  | { readonly what: 'message'; readonly data: unknown }
  | { readonly what: 'messageerror' }
  | { readonly what: 'error'; readonly message: string }
  | { readonly what: 'end' }
);

const isRelayed = (data: unknown): data is Relayed => typeof data === 'object' && data !== null && RELAYED in data;

/** Messages about relayed workers, which nobody else is to read. */
function hearRelayed(from: EventTarget, listener: (relayed: Relayed, ports: readonly MessagePort[]) => void): void {
  from.addEventListener('message', (event) => {
    const { data, ports } = event as MessageEvent<unknown>;
    if (!isRelayed(data)) return;
    event.stopImmediatePropagation();
    listener(data, ports);
  });
}

/** The class that `Worker` is to be in a worker. @param address what relative addresses are relative to */
export function relayedWorkers(scope: EventTarget & Pick<Worker, 'postMessage'>, address: string): typeof Worker {
  const started = new Map<number, RelayedWorker>();
  let last = 0;

  class RelayedWorker extends EventTarget implements Worker {
    onmessage: Worker['onmessage'] = null;
    onmessageerror: Worker['onmessageerror'] = null;
    onerror: Worker['onerror'] = null;
    readonly #id = ++last;

    constructor(url: string | URL, options?: WorkerOptions) {
      super();
      for (const type of ['message', 'messageerror', 'error'] as const)
        this.addEventListener(type, (event) => (this[`on${type}`] as ((event: Event) => void) | null)?.(event));
      started.set(this.#id, this);
      scope.postMessage({
        [RELAYED]: this.#id,
        what: 'start',
        url: new URL(url, address).href,
        options,
      } satisfies Relayed);
    }

    postMessage(data: unknown, transferred?: Transferable[] | StructuredSerializeOptions): void {
      const transfer = Array.isArray(transferred) ? transferred : (transferred?.transfer ?? []);
      scope.postMessage({ [RELAYED]: this.#id, what: 'message', data } satisfies Relayed, transfer);
    }

    terminate(): void {
      started.delete(this.#id);
      scope.postMessage({ [RELAYED]: this.#id, what: 'end' } satisfies Relayed);
    }
  }

  hearRelayed(scope, (relayed, ports) => {
    const worker = started.get(relayed[RELAYED]);
    const { what } = relayed;
    if (what === 'message') worker?.dispatchEvent(new MessageEvent(what, { data: relayed.data, ports: [...ports] }));
    else if (what === 'error') worker?.dispatchEvent(Object.assign(new Event(what), { message: relayed.message }));
    else worker?.dispatchEvent(new Event(what));
  });
  return RelayedWorker;
}

/** Starts the workers that a worker asks for, and those that these ask for. @returns ends them all */
export function startRelayed(
  worker: Worker,
  start: (url: string, options?: WorkerOptions) => Worker = (url, options) => new Worker(url, options),
): () => void {
  const started = new Map<number, { readonly worker: Worker; end(): void }>();

  function begin(id: number, url: string, options: WorkerOptions | undefined): void {
    const child = start(url, options);
    const endChildren = startRelayed(child, start);
    const tell = (relayed: Relayed, ports: readonly MessagePort[] = []) => worker.postMessage(relayed, [...ports]);
    child.addEventListener('message', ({ data, ports }) => tell({ [RELAYED]: id, what: 'message', data }, ports));
    child.addEventListener('messageerror', () => tell({ [RELAYED]: id, what: 'messageerror' }));
    child.addEventListener('error', ({ message }) => tell({ [RELAYED]: id, what: 'error', message }));
    started.set(id, {
      worker: child,
      end() {
        child.terminate();
        endChildren();
      },
    });
  }

  function end(id: number): void {
    started.get(id)?.end();
    started.delete(id);
  }

  hearRelayed(worker, (relayed, ports) => {
    const id = relayed[RELAYED];
    if (relayed.what === 'start') begin(id, relayed.url, relayed.options);
    else if (relayed.what === 'message') started.get(id)?.worker.postMessage(relayed.data, [...ports]);
    else if (relayed.what === 'end') end(id);
  });
  return () => [...started.keys()].forEach(end);
}

type WireError = ReturnType<typeof toWire>;

export function installErrorTransfer(): void {
  const handler = transferHandlers.get('throw')!;
  transferHandlers.set('throw', {
    canHandle: (value): value is { readonly value: unknown } => handler.canHandle(value),
    serialize: (thrown: { readonly value: unknown }) => [toWire(thrown.value), []],
    deserialize: (wire: WireError) => {
      throw fromWire(wire);
    },
  });
}

function toWire(value: unknown) {
  if (!(value instanceof Error)) return { name: 'Error', message: String(value), stack: undefined, problem: undefined };
  const problem = value instanceof HitrateError ? value.problem : undefined;
  return { name: value.name, message: value.message, stack: value.stack, problem };
}

function fromWire(wire: WireError): Error {
  const error = wire.problem
    ? new HitrateError(wire.problem.code, wire.problem.data)
    : Object.assign(new Error(wire.message), { name: wire.name });
  if (wire.stack) error.stack = wire.stack;
  return error;
}
