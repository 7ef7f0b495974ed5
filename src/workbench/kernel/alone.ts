import { isAbort } from '../../contract/errors';
import type { Ports } from './ports';
import type { RunContext } from './run-types';

/** Runs in one tab at a time, and frees the memory of the workers at the end. */
export function alone<T>(ports: Ports, context: Pick<RunContext, 'signal'>, run: () => Promise<T>): Promise<T> {
  // What is refused must not free the workers of what is under way.
  return ports.exclusive(() => asAbort(context, run).finally(() => freeWorkers(ports)));
}

/** Frees those that hold an index or a model. */
export function freeWorkers(ports: Ports): void {
  for (const port of [ports.lexical, ports.encoder, ports.vectors, ports.reranker, ports.generator, ports.learner])
    port.release();
}

/** An abort that surfaces as a torn-down worker call is still an abort. */
export async function asAbort<T>({ signal }: Pick<RunContext, 'signal'>, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (signal.aborted && !isAbort(error)) throw signal.reason;
    throw error;
  }
}
