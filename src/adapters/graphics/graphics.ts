import type { Graphics } from '../../domain/models/repository';

/** https://www.w3.org/TR/webgpu/#gpuadapter */
export interface Adapter {
  readonly features: ReadonlySet<string>;
  readonly limits?: Readonly<Partial<Record<'maxBufferSize' | 'maxStorageBufferBindingSize', number>>>;
  readonly info?: Readonly<Partial<Record<'vendor' | 'architecture' | 'device' | 'description', string>>> & {
    readonly isFallbackAdapter?: boolean;
  };
}

/** The GPU that ONNX Runtime takes: where a machine has two, the faster. */
export async function graphicsAdapter(): Promise<Adapter | null> {
  type Gpu = { requestAdapter(options: { powerPreference: 'high-performance' }): Promise<Adapter | null> };
  const { gpu } = navigator as { gpu?: Gpu };
  return (await gpu?.requestAdapter({ powerPreference: 'high-performance' }).catch(() => null)) ?? null;
}

export function graphicsOf(adapter: Adapter | null): Graphics {
  if (!adapter || adapter.info?.isFallbackAdapter) return 'none';
  return adapter.features.has('shader-f16') ? 'half' : 'full';
}

/** All that it says of itself: some vendors name no model, and what a GPU can hold tells two of them apart. */
export function graphicsName({ features, limits = {}, info = {} }: Adapter): string {
  const { vendor, architecture, device, description, isFallbackAdapter } = info;
  const { maxBufferSize, maxStorageBufferBindingSize } = limits;
  const named = [vendor, architecture, device, description].filter(Boolean).join(' ') || 'a GPU without a name';
  const half = features.has('shader-f16') ? ' with 16 bits' : '';
  return `${named}${isFallbackAdapter ? ' (software)' : ''}${half}, buffers ${maxBufferSize}/${maxStorageBufferBindingSize}`;
}
