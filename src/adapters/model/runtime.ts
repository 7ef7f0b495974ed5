import { type DeviceType, env, AutoTokenizer, type PreTrainedTokenizer } from '@xenova/transformers';
import type { LoadedModel, ModelRequest } from '../../contract/model-workers';
import { providerOf, requireDevice, runtimeFiles, wasmThreads } from './devices';
import { unavailable, failureReason } from './failures';
import { slot } from './slot';
import { besideOf, fetchStored, nameOf, requireFile } from './stored-files';
import { baseName, folderOf } from '../../base/paths';
import { HitrateError } from '../../contract/errors';

/** Points transformers and ONNX Runtime at this origin: their CDN and blob: defaults break the security policy. */
function configure({ folder, device }: ModelRequest): void {
  env.allowLocalModels = true;
  env.allowRemoteModels = false;
  env.localModelPath = folder;
  env.useBrowserCache = false;
  env.useWasmCache = false;
  env.fetch = fetchStored as typeof env.fetch;
  const wasm = env.backends.onnx.wasm;
  if (!wasm) throw new Error('ONNX Runtime has no WASM back end');
  wasm.numThreads = wasmThreads(device);
  wasm.wasmPaths = runtimeFiles(device);
}

/** Loads an added model's weights by their path, whatever its name. (`fp32` keeps transformers from adding to it.) */
export function pretrained(request: ModelRequest) {
  const { device, reading } = request;
  if (!reading) throw new Error('a bundled model is loaded by its own names');
  const { path, externalData } = reading.weights;
  return {
    name: nameOf(request),
    options: {
      subfolder: folderOf(path),
      model_file_name: baseName(path).replace(/\.onnx$/, ''),
      dtype: 'fp32',
      device: providerOf(device) satisfies DeviceType,
      use_external_data_format: false,
      session_options: { externalData: externalData.map((data) => ({ path: besideOf(path, data), data })) },
    } as const,
  };
}

export function modelSlot<Model>(load: (request: ModelRequest) => Promise<Model>) {
  return slot(requestKey, async (request: ModelRequest): Promise<{ model: Model; info: LoadedModel }> => {
    const { model: name, device } = request;
    const began = performance.now();
    await requireDevice(request);
    configure(request);
    try {
      const model = await load(request);
      const milliseconds = performance.now() - began;
      return { model, info: { model: name, device, threads: wasmThreads(device), milliseconds } };
    } catch (cause) {
      throw unavailable(request, cause);
    }
  });
}

export const requestKey = ({ folder, model, revision, device, reading }: ModelRequest): string =>
  JSON.stringify([folder, model, revision, device, reading]);

const FILES = ['tokenizer.json', 'tokenizer_config.json'];

/** Tokenizers run on no device. */
export const tokenizerSlot = () => slot((request: ModelRequest) => requestKey({ ...request, device: 'wasm' }), load);

async function load(request: ModelRequest): Promise<PreTrainedTokenizer> {
  configure(request);
  if (request.reading) for (const file of FILES) await requireFile(request, file);
  try {
    return await AutoTokenizer.from_pretrained(nameOf(request));
  } catch (cause) {
    const data = { model: request.model, reason: failureReason(cause) };
    throw new HitrateError('model-unavailable', { code: 'tokenizer-unreadable', data }, { cause });
  }
}
