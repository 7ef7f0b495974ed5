import { describe, expect, it } from 'vitest';
import type { EncoderApi, RerankerApi } from '../../../../src/contract/model-workers';
import type { Device } from '../../../../src/domain/models/configuration';
import type { Ports } from '../../../../src/workbench/kernel/ports';
import { apart, measureDevices, type Sample } from '../../../../src/workbench/models/devices';
import { fixedModels, letters, MODELS, quiet } from '../workshop';

const loaded = { model: 'm', device: 'wasm', threads: 1, milliseconds: 1 } as const;
const vectors = (values: number[], width: number): Sample => ({
  loaded,
  perSecond: 1,
  values: Float32Array.from(values),
  width,
  text: '',
});

describe('how far two devices are apart', () => {
  it('is 1 − cosine of the worst vector, not of the mean', () => {
    expect(apart(vectors([1, 0, 0, 1], 2), vectors([1, 0, 1, 0], 2))).toBeCloseTo(1, 12);
  });

  it('is a share of the range of logits', () => {
    expect(apart(vectors([-5, 5], 1), vectors([-5, 4], 1))).toBeCloseTo(0.1, 6);
  });

  it('is as far as can be where something is no number', () => {
    expect(apart(vectors([1, 0], 2), vectors([NaN, NaN], 2))).toBe(1);
    expect(apart(vectors([1, 2], 1), vectors([NaN, 2], 1))).toBe(1);
    expect(apart(vectors([1, 0], 2), vectors([1, 0, 0, 0], 2))).toBe(1);
  });
});

interface MadeUpDevice {
  /** Milliseconds of each batch, or of one after another. */
  readonly takes: number | readonly number[];
  readonly wrong?: boolean;
  readonly fails?: string;
}

/** A machine whose devices each take so long, and give what they are set to. */
function machineOf(devices: Partial<Record<Device, MadeUpDevice>>, gpu = true) {
  const batches: Partial<Record<Device, number>> = {};
  const asked: { device: Device; texts: readonly string[]; anew?: boolean | undefined }[] = [];
  const embed: EncoderApi['embed'] = async ({ device, texts }) => {
    const { takes, wrong, fails } = devices[device]!;
    if (fails !== undefined) throw new Error(fails);
    asked.push({ device, texts });
    const batch = (batches[device] = (batches[device] ?? -1) + 1);
    const rows = texts.flatMap((text) => [...letters(wrong ? [...text].sort().slice(0, 40).join('') : text)]);
    return {
      vectors: Float32Array.from(rows),
      dimensions: 26,
      tokens: new Uint32Array(),
      milliseconds: typeof takes === 'number' ? takes : takes[batch % takes.length]!,
      remarks: [],
    };
  };
  const encoder = {
    with: () => ({ load: () => Promise.resolve(loaded), embed }) as unknown as EncoderApi,
    release: () => undefined,
  };
  // A reranker that has read a passage scores it in a tenth of the time.
  const score: RerankerApi['score'] = ({ device, passages: texts, anew }) => {
    const read = anew || !asked.some((each) => each.device === device);
    asked.push({ device, texts, anew });
    const takes = devices[device]!.takes as number;
    const milliseconds = device !== 'webgpu' && !read ? takes / 10 : takes;
    const logits = Float32Array.from(texts, ({ length }) => length);
    return Promise.resolve({
      logits,
      tokens: new Uint32Array(),
      truncated: new Uint8Array(),
      milliseconds,
      remarks: [],
    });
  };
  const reranker = {
    with: () => ({ load: () => Promise.resolve(loaded), score }) as unknown as RerankerApi,
  };
  return {
    asked,
    encoder,
    reranker,
    models: fixedModels(MODELS),
    isolated: true,
    modelFolder: '',
    machine: () => Promise.resolve({ name: 'x', gpu, graphics: 'none' }),
  } as unknown as Ports & { readonly asked: typeof asked };
}

describe('the choice of a device', () => {
  it('is the fastest that agrees with WASM', async () => {
    const ports = machineOf({ wasm: { takes: 20 }, 'wasm-single': { takes: 60 }, webgpu: { takes: 1 } });
    const { figures, chosen } = await measureDevices(ports, MODELS[0]!, quiet);
    expect(chosen).toBe('webgpu');
    expect(figures.map(({ device, verdict }) => [device, verdict].join(' '))).toEqual([
      'wasm agrees',
      'wasm-single agrees',
      'webgpu agrees',
    ]);
  });

  it('is not changed by a batch in which the machine did something else: by the mean one thread would win', async () => {
    const ports = machineOf({ wasm: { takes: [20, 20, 900, 20] }, 'wasm-single': { takes: 60 } }, false);
    const { figures, chosen } = await measureDevices(ports, MODELS[0]!, quiet);
    expect(chosen).toBe('wasm');
    expect(figures.map(({ perSecond }) => perSecond)).toEqual([1600, 32000 / 60, null]);
  });

  it('is never a fast device that is wrong', async () => {
    const ports = machineOf({ wasm: { takes: 5 }, 'wasm-single': { takes: 40 }, webgpu: { takes: 0, wrong: true } });
    const { figures, chosen } = await measureDevices(ports, MODELS[0]!, quiet);
    expect(chosen).toBe('wasm');
    expect(figures[2]).toMatchObject({ device: 'webgpu', verdict: 'differs' });
    expect(figures[2]!.apart).toBeGreaterThan(1e-3);
  });

  it('is by batches as a run has them, and of a reranker by passages that it has not read', async () => {
    const ports = machineOf({ wasm: { takes: 40 }, 'wasm-single': { takes: 30 }, webgpu: { takes: 20 } });
    for (const task of ['embedding', 'reranking'] as const) {
      const { chosen } = await measureDevices(
        ports,
        MODELS.find((each) => each.task === task)!,
        quiet,
      );
      expect(chosen).toBe('webgpu');
    }
    for (const { texts } of ports.asked) expect(new Set(texts).size).toBe(32);
  });

  it('does not run a slow model again and again', async () => {
    const ports = machineOf({ wasm: { takes: 9000 }, 'wasm-single': { takes: 9000 } }, false);
    const { figures } = await measureDevices(ports, MODELS[0]!, quiet);
    expect(figures[0]!.perSecond).toBeCloseTo(32 / 9, 9);
    expect(ports.asked).toHaveLength(2);
  });

  it('says why a device failed, and that there is none', async () => {
    const failing = machineOf({
      wasm: { takes: 1 },
      'wasm-single': { takes: 9 },
      webgpu: { takes: 0, fails: 'no shader' },
    });
    const { figures } = await measureDevices(failing, MODELS[0]!, quiet);
    expect(figures[2]).toMatchObject({ verdict: 'failed', reason: 'no shader', perSecond: null });
    const without = machineOf({ wasm: { takes: 1 }, 'wasm-single': { takes: 9 } }, false);
    expect((await measureDevices(without, MODELS[0]!, quiet)).figures[2]).toMatchObject({ verdict: 'absent' });
  });
});
