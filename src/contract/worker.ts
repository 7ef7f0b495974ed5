/** A worker as the engine sees it: its methods, bound to a signal, and a way to free its memory. */
export interface WorkerPort<Api extends object> {
  /** The worker's methods. An abort in mid-call ends the worker; the next call starts another. */
  with(signal?: AbortSignal): Api;
  /** Ends the worker and frees what it holds. */
  release(): void;
}
