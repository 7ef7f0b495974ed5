import { transferHandlers } from 'comlink';
import { type ExpectedProblem, HitrateError } from '../../contract/errors';

interface WireError {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  /** Of an expected failure. */
  readonly problem: ExpectedProblem | undefined;
}

interface Thrown {
  readonly value: unknown;
}

/** Lets errors cross between workers with code, data and stack, which Comlink drops. Call once on both sides. */
export function installErrorTransfer(): void {
  const handler = transferHandlers.get('throw')!;
  transferHandlers.set('throw', {
    canHandle: (value): value is Thrown => handler.canHandle(value),
    serialize: (thrown: Thrown) => [toWire(thrown.value), []],
    deserialize: (wire: WireError) => {
      throw fromWire(wire);
    },
  });
}

function toWire(value: unknown): WireError {
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
