import { describe, expect, it } from 'vitest';
import { broken, failureOf, unavailable } from '../../../../src/adapters/model/failures';
import { HitrateError } from '../../../../src/contract/errors';
import { errorText } from '../../../../src/ui/shared/messages/message-of';

const request = { model: 'Xenova/m', device: 'wasm' } as const;

describe('what ONNX Runtime and browsers say', () => {
  it.each([
    'failed to call OrtRun(). ERROR_CODE: 6, ERROR_MESSAGE: std::bad_alloc',
    'failed to call OrtRun(). ERROR_CODE: 1, ERROR_MESSAGE: core/common/safeint.h:17 static void SafeIntExceptionHandler<onnxruntime::OnnxRuntimeException>::SafeIntOnOverflow() Integer overflow',
    "Can't create a session. failed to allocate a buffer of size 3000000000.",
    'memory access out of bounds',
    'Array buffer allocation failed',
    'Invalid array buffer length',
    'WebAssembly.Memory.grow(): could not allocate memory',
    'WebGPU validation failed. Buffer size (2147483648) exceeds the max buffer size limit (1073741824).',
    'vkAllocateMemory failed with VK_ERROR_OUT_OF_DEVICE_MEMORY',
    'WebGPU validation failed. [Invalid Buffer (unlabeled)] is invalid due to a previous error.',
  ])('where memory ran out is known: %s', (message) => {
    expect(failureOf(new Error(message))).toBe('memory');
    expect(unavailable(request, new Error(message))).toMatchObject({ code: 'out-of-memory' });
  });

  it.each(['the GPU device was lost: GPU connection lost', 'Device lost', 'Failed to execute mapAsync on GPUBuffer'])(
    'where a GPU was lost is known: %s',
    (message) => expect(failureOf(new Error(message))).toBe('lost'),
  );

  it.each([
    "Can't create a session. ERROR_CODE: 1, ERROR_MESSAGE: core/common/safeint.h:17 SafeIntOnOverflow() Integer overflow",
    'Fatal error: made.up:NoSuchOperator(-1) is not a registered function/op',
    "Can't create a session. ERROR_CODE: 7, ERROR_MESSAGE: Failed to load model because protobuf parsing failed.",
    'Failed to load external data file ""model.onnx_data"", error: Module.MountedFiles is not available.',
    'indices element out of data bounds, idx=30000 must be within the inclusive range [-251,250]',
  ])('of other failures is the reason: %s', (reason) => {
    const error = unavailable(request, new Error(reason));
    expect(failureOf(new Error(reason))).toBe('other');
    expect(error.code).toBe('model-unavailable');
    expect(errorText(error)).toMatch(/“Xenova\/m” .* on WASM.*Choose other weights/);
    expect(errorText(error)).toContain(reason);
  });

  it.each([
    "failed to call OrtRun(). ERROR_CODE: 9, ERROR_MESSAGE: Non-zero status code returned while running MultiHeadAttention node. Name:'a/b' Status Message: multihead_attention.cc:56 input `key_padding_mask` not implemented for webgpu",
    "Can't create a session. ERROR_CODE: 9, ERROR_MESSAGE: Could not find an implementation for com.microsoft.MultiHeadAttention(1) node with name 'a/b'",
  ])('an operator that a device lacks is named: %s', (reason) => {
    const error = errorText(broken({ model: 'm', device: 'webgpu' }, new Error(reason)));
    expect(error).toMatch(/^WebGPU cannot compute MultiHeadAttention as “m” uses it\. Choose another device/);
  });

  it('is not wrapped twice', () => {
    const said = new HitrateError('device-unavailable', { code: 'no-gpu', data: null });
    expect(unavailable(request, said)).toBe(said);
    expect(broken(request, said)).toBe(said);
  });
});
