import type { Device } from './retrievers';

/** Devices as they are named wherever one is shown, chosen or told to have failed. */
export const DEVICE_NAMES: Readonly<Record<Device, string>> = {
  wasm: 'WASM with threads',
  'wasm-single': 'WASM, one thread',
  webgpu: 'WebGPU',
};
