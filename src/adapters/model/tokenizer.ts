import { AutoTokenizer, type PreTrainedTokenizer } from '@xenova/transformers';
import type { ModelRequest } from '../../contract/workers';
import { HitrateError } from '../../contract/errors';
import { reasonOf } from './failures';
import { configure, keyOf } from './runtime';
import { slot } from './slot';
import { nameOf, requireFile } from './stored-files';

const FILES = ['tokenizer.json', 'tokenizer_config.json'];

/** Tokenizers, which run on no device; the last one is kept. */
export const tokenizerSlot = () => slot((request: ModelRequest) => keyOf({ ...request, device: 'wasm' }), load);

async function load(request: ModelRequest): Promise<PreTrainedTokenizer> {
  configure(request);
  if (request.reading) for (const file of FILES) await requireFile(request, file);
  try {
    return await AutoTokenizer.from_pretrained(nameOf(request));
  } catch (cause) {
    const message = `The tokenizer of “${request.model}” cannot be read here: ${reasonOf(cause)}. Its files may be damaged, or of a kind that transformers.js does not know: add the model again, or choose another.`;
    throw new HitrateError('model-unavailable', message, { cause });
  }
}
