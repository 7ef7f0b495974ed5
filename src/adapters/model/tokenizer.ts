import { AutoTokenizer, type PreTrainedTokenizer } from '@xenova/transformers';
import type { ModelRequest } from '../../contract/model-workers';
import { HitrateError } from '../../contract/errors';
import { failureReason } from './failures';
import { configure, requestKey } from './runtime';
import { slot } from './slot';
import { nameOf, requireFile } from './stored-files';

const FILES = ['tokenizer.json', 'tokenizer_config.json'];

/** Tokenizers, which run on no device; the last one is kept. */
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
