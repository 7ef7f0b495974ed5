import type { DeviceData, ModelErrors, TextErrors, UnavailableData } from '../../../contract/errors';
import type { TrialData } from '../../../contract/models';
import type { CuratedRepository } from '../../../domain/models/curated';
import { DEVICE_NAMES } from '../../../domain/models/configuration';
import type { CautionData, Origin, OriginData, OtherTask, RefusalData } from '../../../domain/models/repository';
import { list, plural } from '../format';
import { type Catalogue, say } from './say';
import { downloadMessages } from './storage';

export const trialMessages: Catalogue<TrialData> = {
  'few-right': ({ right, of }) =>
    `Of ${of} simple questions, whose other passages are on something else, it puts only ${right} answers first. The weights may be broken, the model may not know these languages, or it is read wrongly.`,
  'answers-last': () => 'It puts known answers last: the label that means relevant is probably the other one.',
};

const same = (sentence: string): string => sentence;

const unavailableMessages: Catalogue<UnavailableData> = {
  'graph-failed': ({ model, device, doing, fault, reason }) =>
    `The model “${model}” ${doing === 'loading' ? 'could not be loaded' : 'failed'} on ${DEVICE_NAMES[device]}: ` +
    (fault === null ? reason : `${faultText(fault)} (${reason})`),
  'file-absent': ({ model, path, bundled }) =>
    bundled
      ? `The model “${model}” has no file ${path}.`
      : `The model “${model}” is not on this machine, or has no file ${path}. Add it again under Models.`,
  'file-incomplete': ({ name, path, bytes, of }) =>
    `${path} of ${name} has ${bytes} of its ${of} bytes in this browser's storage. Delete the model and add it again.`,
  'tokenizer-unreadable': ({ model, reason }) =>
    `The tokenizer of “${model}” cannot be read here: ${reason}. Its files may be damaged, or of a kind that transformers.js does not know: add the model again, or choose another.`,
  'no-token-vectors': ({ model, why }) =>
    `The model “${model}” gives no token vectors that can be pooled, so that passages cannot be embedded within their document. Choose another model, or switch late chunking off. (${noTokenVectors(why)})`,
};

function faultText(fault: NonNullable<UnavailableData['graph-failed']['fault']>): string {
  if (typeof fault !== 'string')
    return `its graph uses an operator that ONNX Runtime does not have here, ${fault.operator}. Choose another file of weights, or another model.`;
  return FAULTS[fault];
}

const FAULTS = {
  damaged: 'its file of weights is damaged, or is no ONNX graph. Delete the model and add it again.',
  'unknown-tokens':
    'the tokenizer gives numbers that the weights do not know: they are not of one model, or a text is longer than it takes. Choose a lower maximum of tokens, or add the model again.',
  'external-data': 'a file with the numbers of its weights is missing or damaged. Delete the model and add it again.',
} as const;

function noTokenVectors(why: UnavailableData['no-token-vectors']['why']): string {
  if (why === 'dense') return 'it has a dense layer after its pooling';
  if (why === 'text-vectors') return 'its graph gives one vector per text';
  return 'reason' in why ? why.reason : `it uses ${why.pooling} pooling, and late chunking is a mean of token vectors`;
}

const deviceMessages: Catalogue<DeviceData> = {
  'no-threads': () =>
    'WASM with threads was chosen, but this page is not cross-origin isolated, so that threads cannot share memory. Choose “WASM, one thread”, or serve the page with the headers Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp.',
  'no-gpu': () =>
    'WebGPU was chosen, but this browser offers no GPU adapter. Choose WASM in the settings, or enable WebGPU in the browser. Where it ran before, the GPU failed and the browser has withdrawn it: reload the page.',
  'no-promise-integration': () =>
    'WebGPU was chosen, but this browser lacks what ONNX Runtime needs to wait for a GPU (JavaScript promise integration). Choose WASM in the settings, or another browser.',
  'no-half-precision': ({ model, dtype }) =>
    `The weights of “${model}” are numbers of sixteen bits (${dtype}), which the GPU of this machine does not compute with (no shader-f16). Choose WASM in the settings, or add the model with weights of another kind, as q8 or fp32.`,
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
  'model-files-gone': ({ name, paths }) =>
    `${name} has no file ${list(paths)} any more, which the model needs. Pick the folder again.`,
  'model-file-changed': ({ path, bytes, of }) =>
    `${path} has ${bytes} in place of ${of} bytes: it was cut off, or changed while it was read. Pick it again.`,
  'model-kept-otherwise': ({ name, path, task }) =>
    `${name} is kept with ${path} for ${task}. Other weights, or another use of them, are another model: add that one.`,
  'spec-invalid': same,
  'lists-missing': same,
  'id-unwritable': ({ kind, id }) =>
    `The id of the ${kind} “${id}” ${id === '' ? 'is empty' : 'has white space in it'}, and TREC files have white space between their columns. Export JSON or CSV instead, or give it another id.`,
};

const originMessages: Catalogue<OriginData> = {
  nothing: () => 'nothing says it',
  family: ({ name, file, named }) => `the ${name} family${file === null ? '' : ` (${file} names ${named})`}`,
  'name-alone': ({ name }) => `only its name says it (${name})`,
  static: () => 'the repository (a static model pools by itself)',
  'labels-unnamed': () => 'config.json, which names no labels',
  'module-absent': ({ path, module }) => `${path}, which has no ${module}`,
  'prompt-absent': ({ path }) => `${path}, which has none for them`,
  'more-than-used': ({ from, tokens, used }) => `${originText(from)} (${tokens}, of which this page uses ${used})`,
};

export const originText = (origin: Origin): string => say(originMessages, origin);

const OTHER_TASKS: Readonly<Record<OtherTask, string>> = {
  'many-vectors': 'gives many vectors a text (ColBERT), which are compared in another way',
  'sparse-vectors': 'gives sparse vectors (weights of words), and only dense ones can be searched here',
  'labels-words': 'labels words',
  'many-classes': 'sorts texts into several classes, where a reranker has one or two',
  'writes-relevance':
    'ranks by writing “yes” or “no”, and is no sequence classifier: take a cross-encoder, as bge-reranker or jina-reranker',
  'wants-task':
    'wants the number of a task with every text (task_id, as jina-embeddings-v3), which is not handed over here',
  'marks-answers': 'marks answers in a text',
  chooses: 'chooses among answers',
  'two-networks': 'has an encoder and a decoder, or reads images: take a text model of one network',
  images: 'reads images',
  sound: 'reads sound',
};

export const refusalMessages: Catalogue<RefusalData> = {
  'json-invalid': ({ path }) =>
    `${path} is not valid JSON: it may be cut off, or an error page. Get the repository again.`,
  'files-missing': ({ paths }) =>
    `It has no ${list(paths)}, so it is no model repository as transformers.js reads it, or only a part of one. Take a conversion by “onnx-community” or “Xenova”, or save the tokenizer again with a recent version of transformers.`,
  'other-task': ({ does }) => `It is no model for this page: it ${OTHER_TASKS[does]}.`,
  'module-unknown': ({ kind }) =>
    `modules.json has a step “${kind}”, which is not done here, so its vectors would be wrong.`,
  'dense-unread': ({ folder }) =>
    `The dense layer in ${folder} cannot be applied here, and vectors without it would be wrong. It must come after the pooling of a network, as ${folder}/model.safetensors with its size and activation in ${folder}/config.json: sentence-transformers 2.3 or later saves it so.`,
  'dense-unfit': ({ path, takes, from, has }) =>
    `${path} takes vectors of ${takes} numbers, but by ${originText(from)} they have ${has}.`,
  'poolings-joined': ({ path, poolings }) =>
    `${path} joins several poolings (${poolings.join(', ')}) into one longer vector, which is not done here.`,
  'weights-missing': ({ others, task }) =>
    `It has no ONNX weights of one network for a browser, as onnx/model.onnx${task === 'generation' ? ' or onnx/decoder_model_merged.onnx' : ''}${others.length > 0 ? ` (it has ${list(others, 3)})` : ''}. Look for a conversion of the same model: “onnx-community/…” or “Xenova/…” and the model’s name, or export it with sentence-transformers (backend="onnx").`,
  pointers: ({ paths }) =>
    `${list(paths)} ${plural(paths.length, 'is a pointer', 'are pointers')} of Git LFS, not the ${plural(paths.length, 'file itself', 'files themselves')}. Run “git lfs pull” in the folder, then pick it again.`,
  'no-repository': ({ files }) =>
    `${files === 0 ? 'There is no file' : `None of the ${files} files is config.json`}, so this is no model repository. Pick the folder that has config.json, tokenizer.json and the weights (model.onnx, often in a folder onnx), or a zip archive of it.`,
  'many-repositories': ({ folders }) =>
    `There are ${folders.length} model repositories here (${list(folders, 3)}). Pick the folder of one of them.`,
};

const quoted = (text: string): string => (text === '' ? 'nothing' : `“${text.replace(/\n/g, '⏎')}”`);
const DIFFERING = { pooling: 'the pooling', query: 'the prefix of questions', passage: 'the prefix of passages' };

export const cautionMessages: Catalogue<CautionData> = {
  'task-assumed': () =>
    'Nothing says that it is a model for search. Models that were not trained for it find hardly anything: see how it does on the known pairs.',
  'family-differs': ({ of, path, stated, family, usual }) =>
    `By ${originText(path)} ${DIFFERING[of]} is ${quoted(stated)}, by ${originText(family)} ${quoted(usual)}. What the repository states is taken.`,
  'dense-unlisted': ({ family }) =>
    `Models of ${originText(family)} have a dense layer after pooling, and this repository does not list it: unless it is inside the graph, its vectors are others than the published ones.`,
  'pooling-assumed': () =>
    'Nothing says how the vectors of tokens become one. Their mean is taken, as most models do: look at the model’s page.',
  'poolings-several': ({ path }) =>
    `The repository has several poolings, for questions and for passages perhaps. One serves both here: that of ${path}.`,
  'prefix-not-pooled': ({ path, pooling }) =>
    `${path} leaves the tokens of the prefix out of the ${pooling}; here they are in it.`,
  'prefix-assumed': () =>
    'Nothing says whether questions or passages need a prefix, so none is put before them. Look for “query:”, “prompt” or “instruction” on the model’s page.',
  'labels-assumed': ({ labels }) =>
    `Its labels are “${labels.join('” and “')}”, and nothing says which of them means relevant: the second is assumed.`,
  'not-commercial': ({ licence }) => `Its licence (${licence}) does not allow commercial use.`,
  'some-pointers': ({ paths }) => `Not the weights but pointers of Git LFS: ${list(paths, 4)}. Run “git lfs pull”.`,
  'nomic-layer-norm': () =>
    'Of Nomic’s shorter vectors the card says that a layer norm comes before the cut. It is not done here.',
  'gemma-half-precision': () => 'EmbeddingGemma’s activations do not fit 16 bits: do not take fp16 or q4f16.',
};

export const CURATED_TEXTS: Readonly<Record<CuratedRepository, string>> = {
  'Xenova/all-MiniLM-L6-v2':
    'The smallest that is widely used: to try things out, or as the line that others must beat.',
  'Xenova/bge-small-en-v1.5': 'Much for its size in English. Questions need a prefix, which is set.',
  'Snowflake/snowflake-arctic-embed-s': 'Made for search alone, in English.',
  'minishlab/potion-base-8M': 'A table of word vectors, no network: a hundred times faster, and less exact.',
  'Xenova/multilingual-e5-small':
    'The first to take for many languages: small, and at home in Chinese, Japanese and Korean.',
  'Xenova/multilingual-e5-base': 'As multilingual-e5-small, better and three times slower.',
  'onnx-community/embeddinggemma-300m-ONNX':
    'The best of its size in many languages; shorter vectors are part of its training.',
  'Snowflake/snowflake-arctic-embed-m-v2.0':
    'Made for search alone, in many languages, with passages of up to 8192 tokens.',
  'Xenova/bge-m3': 'Large and strong in a hundred languages, with long passages and no prefix.',
  'onnx-community/Qwen3-Embedding-0.6B-ONNX':
    'A small language model trained to embed: among the best, and slow without a GPU.',
  'Xenova/bge-small-zh-v1.5': 'Small and fast, for Chinese alone.',
  'Xenova/bge-base-zh-v1.5': 'For Chinese alone, better than the small one and four times slower.',
  'Xenova/ms-marco-MiniLM-L-6-v2': 'The small reranker that most people know, for English.',
  'jinaai/jina-reranker-v1-tiny-en': 'Small and fast, for English passages of up to 8192 tokens.',
  'mixedbread-ai/mxbai-rerank-xsmall-v1': 'Better than the smallest on passages unlike web pages, for English.',
  'Alibaba-NLP/gte-reranker-modernbert-base': 'Strong for English, with long passages.',
  'jinaai/jina-reranker-v2-base-multilingual': 'For a hundred languages; not for commercial use.',
  'onnx-community/bge-reranker-v2-m3-ONNX': 'Strong in many languages, and slow without a GPU.',
  'Xenova/bge-reranker-base': 'For English and Chinese.',
  'HuggingFaceTB/SmolLM2-360M-Instruct': 'The smallest whose questions and rewrites are of use, for English.',
  'onnx-community/Qwen2.5-0.5B-Instruct': 'Small, and the first to take for Chinese and other languages.',
  'onnx-community/Qwen3-0.6B-ONNX': 'Newer and better than Qwen2.5 of its size; it thinks aloud unless told not to.',
};

export const CURATED_SCORES: Readonly<Partial<Record<CuratedRepository, string>>> = {
  'Xenova/all-MiniLM-L6-v2': 'retrieval .420 nDCG@10 (MTEB, English, 15 BEIR collections)',
  'Xenova/bge-small-en-v1.5': 'retrieval .517 nDCG@10 (MTEB, English, 15 BEIR collections)',
  'Snowflake/snowflake-arctic-embed-s': 'retrieval .520 nDCG@10 (MTEB, English, 15 BEIR collections)',
  'Xenova/multilingual-e5-small': 'MIRACL .608 nDCG@10 (Wang et al. 2024, 16 languages)',
  'Xenova/multilingual-e5-base': 'MIRACL .623 nDCG@10 (Wang et al. 2024, 16 languages)',
  'onnx-community/embeddinggemma-300m-ONNX': 'mean of tasks 61.2 (MTEB, multilingual, version 2)',
  'Snowflake/snowflake-arctic-embed-m-v2.0': 'BEIR .554 nDCG@10 (its model card)',
  'onnx-community/Qwen3-Embedding-0.6B-ONNX': 'mean of tasks 64.3 (MTEB, multilingual, version 2)',
  'Xenova/bge-small-zh-v1.5': 'retrieval .618 nDCG@10 (C-MTEB)',
  'Xenova/bge-base-zh-v1.5': 'retrieval .695 nDCG@10 (C-MTEB)',
  'Xenova/ms-marco-MiniLM-L-6-v2': 'TREC DL 2019 .743 nDCG@10 (its model card)',
  'jinaai/jina-reranker-v1-tiny-en': 'BEIR .485 nDCG@10 (its model card)',
  'mixedbread-ai/mxbai-rerank-xsmall-v1': 'BEIR .439 nDCG@10 (11 collections) (its model card)',
  'Alibaba-NLP/gte-reranker-modernbert-base': 'BEIR .562 nDCG@10 (its model card)',
};
