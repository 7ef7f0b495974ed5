import * as v from 'valibot';

/** `wasm`: all CPU threads; `wasm-single`: one thread, as without cross-origin isolation; `webgpu`: GPU. */
export const deviceSchema = v.picklist(['wasm', 'wasm-single', 'webgpu']);

export type Device = v.InferOutput<typeof deviceSchema>;

export const DEVICE_NAMES: Readonly<Record<Device, string>> = {
  wasm: 'WASM with threads',
  'wasm-single': 'WASM, one thread',
  webgpu: 'WebGPU',
};
