import { transferHandlers } from 'comlink';
import { type ErrorCode, HitrateError } from '../../contract/errors';

interface WireError {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  readonly code: ErrorCode | undefined;
}

interface Thrown {
  readonly value: unknown;
}

/**
 * Makes errors cross the worker boundary as code, message and stack: Comlink's own handler drops the code. Called once
 * on both sides.
 */
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
  if (!(value instanceof Error)) return { name: 'Error', message: String(value), stack: undefined, code: undefined };
  const code = value instanceof HitrateError ? value.code : undefined;
  return { name: value.name, message: value.message, stack: value.stack, code };
}

function fromWire(wire: WireError): Error {
  const error = wire.code
    ? new HitrateError(wire.code, wire.message)
    : Object.assign(new Error(wire.message), { name: wire.name });
  if (wire.stack) error.stack = wire.stack;
  return error;
}
