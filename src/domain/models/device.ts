import * as v from 'valibot';

/**
 * `wasm`: the processor, on as many threads as it has; `wasm-single`: on one, which pages that are not cross-origin
 * isolated are confined to; `webgpu`: the graphics card.
 */
export const deviceSchema = v.picklist(['wasm', 'wasm-single', 'webgpu']);

export type Device = v.InferOutput<typeof deviceSchema>;

/** Devices as they are shown. */
export const DEVICE_NAMES: Readonly<Record<Device, string>> = {
  wasm: 'WASM with threads',
  'wasm-single': 'WASM, one thread',
  webgpu: 'WebGPU',
};
