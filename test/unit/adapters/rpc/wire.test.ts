import { transferHandlers } from 'comlink';
import { beforeAll, describe, expect, it } from 'vitest';
import { installErrorTransfer } from '../../../../src/adapters/rpc/page-workers';
import { HitrateError } from '../../../../src/contract/errors';

beforeAll(installErrorTransfer);

/** What the page catches when a worker throws `value`. */
function across(value: unknown): unknown {
  const handler = transferHandlers.get('throw')!;
  const [wire] = handler.serialize({ value } as never);
  try {
    handler.deserialize(structuredClone(wire) as never);
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

describe('an error that crosses the worker boundary', () => {
  it('keeps its code, data and stack', () => {
    const late = new HitrateError('worker-failed', { worker: 'embedding', why: 'late' });
    expect(across(late)).toMatchObject({ code: 'worker-failed', data: { worker: 'embedding', why: 'late' } });
    const error = new HitrateError('spec-invalid', 'no GPU here');
    const caught = across(error) as HitrateError;
    expect(caught).toBeInstanceOf(HitrateError);
    expect(caught).toMatchObject({ code: 'spec-invalid', message: 'no GPU here', stack: error.stack });
  });

  it('keeps its name where it has no code', () => {
    expect(across(new RangeError('too far'))).toMatchObject({ name: 'RangeError', message: 'too far' });
  });

  it('is an error even where a string was thrown', () => {
    expect(across('oops')).toBeInstanceOf(Error);
  });
});
