import type { Device } from '../../domain/spec/retrievers';

/** Devices as they are named wherever one is shown or chosen. */
export const DEVICE_NAMES: Readonly<Record<Device, string>> = {
  wasm: 'WASM with threads',
  'wasm-single': 'WASM, one thread',
  webgpu: 'WebGPU',
};
