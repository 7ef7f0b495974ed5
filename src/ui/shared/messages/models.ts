import type { DeviceData, ModelErrors, TextErrors, UnavailableData } from '../../../contract/errors';
import { DEVICE_NAMES } from '../../../domain/models/configuration';
import type { CautionData, RefusalData } from '../../../domain/models/repository';
import { count, list } from '../format';
import { type Catalogue, say } from './say';
import { downloadMessages } from './storage';

const same = (sentence: string): string => sentence;

const unavailableMessages: Catalogue<UnavailableData> = {
  'graph-failed': ({ model, device, doing, reason }) =>
    `The model “${model}” ${doing === 'loading' ? 'could not be loaded' : 'failed'} on ${DEVICE_NAMES[device]}: ${reason}. Choose other weights of it, a lower maximum of tokens or another model; where files are damaged or missing, delete it and add it again.`,
  'operator-missing': ({ model, device, operator, reason }) =>
    `${DEVICE_NAMES[device]} cannot compute ${operator} as “${model}” uses it. Choose another device in the settings, or weights of this model without that step, as model.onnx instead of an optimised file. (${reason})`,
  'file-absent': ({ model, path, bundled }) =>
    bundled
      ? `The model “${model}” has no file ${path}.`
      : `The model “${model}” is not on this machine, or has no file ${path}. Add it again under Models.`,
  'file-incomplete': ({ name, path, bytes, of }) =>
    `${path} of ${name} has ${bytes} of its ${of} bytes in this browser's storage. Delete the model and add it again.`,
  'tokenizer-unreadable': ({ model, reason }) =>
    `The tokenizer of “${model}” cannot be read here: ${reason}. Its files may be damaged, or of a kind that transformers.js does not know: add the model again, or choose another.`,
  'no-token-vectors': ({ model }) =>
    `The model “${model}” gives no token vectors whose mean is the vector of a text, so that passages cannot be embedded within their document. Choose another model, or switch late chunking off.`,
};

const deviceMessages: Catalogue<DeviceData> = {
  'no-threads': () =>
    'WASM with threads was chosen, but this page is not cross-origin isolated, so that threads cannot share memory. Choose “WASM, one thread”, or serve the page with the headers Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp.',
  'no-gpu': () =>
    'WebGPU was chosen, but this browser offers no GPU adapter. Choose WASM in the settings, or enable WebGPU in the browser. Where it ran before, the GPU failed and the browser has withdrawn it: reload the page.',
  'no-promise-integration': () =>
    'WebGPU was chosen, but this browser lacks what ONNX Runtime needs to wait for a GPU (JavaScript promise integration). Choose WASM in the settings, or another browser.',
  'no-half-precision': ({ model, dtype }) =>
    `The weights of “${model}” are numbers of sixteen bits (${dtype}), which the GPU of this machine does not compute with (no shader-f16). Choose WASM in the settings, or add the model with weights of 32 bits (fp32) or 4 bits (q4): 8 bits are slow on a GPU.`,
  'gpu-lost': ({ model, reason }) =>
    `The GPU was lost while “${model}” ran on it, with one text at a time, too. Choose WASM in the settings, or close what else uses the GPU and try again. (${reason})`,
};

export const modelMessages: Catalogue<ModelErrors & TextErrors> = {
  'model-absent': ({ model }) => `The model “${model}” is not on this machine. Add it under Models, or choose another.`,
  'model-changed': ({ model }) =>
    `The model “${model}” is not the one that was asked for: its files, or how they are read, have changed. Start again with the model that is here.`,
  'model-unavailable': (problem) => say(unavailableMessages, problem),
  'device-unavailable': (problem) => say(deviceMessages, problem),
  'out-of-memory': ({ model, device, doing, reason }) =>
    doing === 'loading'
      ? `The model “${model}” does not fit into the memory that ${DEVICE_NAMES[device]} offers. Close other tabs, choose smaller weights of it (as q8) or a smaller model${device === 'webgpu' ? ', or choose WASM in the settings' : ''}. (${reason})`
      : `Memory ran out on ${DEVICE_NAMES[device]} with one text at a time: “${model}” needs more than this browser gives. Choose a smaller model or smaller weights of it, a lower maximum of tokens, ${device === 'webgpu' ? 'or WASM in the settings' : 'or close other tabs and try again'}. (${reason})`,
  'model-refused': ({ problems }) => problems.map((problem) => say(refusalMessages, problem)).join('\n'),
  'download-failed': (problem) => say(downloadMessages, problem),
  'model-files-changed': ({ paths }) =>
    `${list(paths)}: missing now, or of another length. Pick the folder or the archive again.`,
  'spec-invalid': same,
  'lists-missing': same,
  'id-unwritable': ({ kind, id }) =>
    `The id of the ${kind} “${id}” ${id === '' ? 'is empty' : 'has white space in it'}, and TREC files have white space between their columns. Export JSON or CSV instead, or give it another id.`,
};

export const refusalMessages: Catalogue<RefusalData> = {
  'files-missing': ({ paths }) =>
    `It has no ${list(paths)}, so it is no model repository as transformers.js reads it, or only a part of one. Take a conversion by “onnx-community” or “Xenova”, or save the tokenizer again with a recent version of transformers.`,
  'files-damaged': ({ paths }) =>
    `Not the file itself, but a pointer of Git LFS, a part of it or an error page: ${list(paths)}. Run “git lfs pull” in the folder, or get the repository again.`,
  'weights-missing': ({ others }) =>
    `It has no ONNX weights of one network for a browser, as onnx/model.onnx or onnx/decoder_model_merged.onnx${others.length > 0 ? ` (it has ${list(others, 3)})` : ''}. Look for a conversion of the same model: “onnx-community/…” or “Xenova/…” and the model’s name, or export it with sentence-transformers (backend="onnx").`,
  'other-model': ({ named }) =>
    `Hitrate cannot use this model (${named}). Models that it can use give one vector per text, rank pairs with one or two labels (a cross-encoder), or write text with one network.`,
  'step-unknown': ({ step }) =>
    `It has a step between tokens and vector that Hitrate does not support (${step}), so its vectors would be wrong. Choose another model. Only a dense layer after the pooling can be applied, as model.safetensors with its size and activation in config.json: sentence-transformers 2.3 or later saves it so.`,
  'no-repository': ({ folders }) =>
    `${folders.length === 0 ? 'There is no config.json' : `There are several model repositories (${list(folders, 3)})`}. Pick the folder that has config.json, tokenizer.json and the weights (model.onnx, often in a folder onnx), or a zip archive of it.`,
};

const quoted = (text: string): string => (text === '' ? 'nothing' : `“${text.replace(/\n/g, '⏎')}”`);
const DIFFERING = { pooling: 'the pooling', query: 'the prefix of questions', passage: 'the prefix of passages' };

const ASSUMED: Readonly<Record<CautionData['assumed']['of'], string>> = {
  task: 'that it is a model for search. Models that were not trained for it find hardly anything.',
  pooling: 'its pooling. Mean pooling is assumed, which most models use.',
  prefix: 'whether questions or passages need a prefix (“query:”, “prompt”, “instruction”). None is used.',
  labels: 'which of its labels means relevant. The second is assumed.',
};

const NOT_AS_MADE: Readonly<Record<CautionData['not-as-made']['what'], string>> = {
  dense:
    'Models of this family have a dense layer after pooling, and this repository does not list it: unless it is inside the graph, its vectors are others than the published ones.',
  poolings: 'The repository has several poolings, for questions and for passages perhaps. One serves both here.',
  'prefix-pooled': 'The repository leaves the tokens of the prefix out of the pooling; here they are in it.',
  'nomic-layer-norm':
    'Of Nomic’s shorter vectors the card says that a layer norm comes before the cut. It is not done here.',
  'gemma-half-precision': 'EmbeddingGemma’s activations do not fit 16 bits: do not take fp16 or q4f16.',
};

export const cautionMessages: Catalogue<CautionData> = {
  assumed: ({ of }) => `The repository does not state ${ASSUMED[of]} Look at the model’s page.`,
  'family-differs': ({ of, path, stated, family, usual }) =>
    `By ${path} ${DIFFERING[of]} is ${quoted(stated)}, by the ${family} family ${quoted(usual)}. What the repository states is taken.`,
  limited: ({ tokens, used }) =>
    `It takes up to ${count(tokens)} tokens; here at most ${count(used)}, as memory grows with their square.`,
  'not-commercial': ({ licence }) => `Its licence (${licence}) does not allow commercial use.`,
  'not-as-made': ({ what }) => NOT_AS_MADE[what],
};
