import { createHub, type Hub, type HubOptions } from '../../../../src/adapters/hub/hub';
import { said } from '../../said';
import type { HubFile } from '../../../hub';
import { bytesOf as madeUp, sha256 } from '../model-store/made-up';

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

export { sha256 };
const bytesOf = (length: number, seed = 1): Buffer => Buffer.from(madeUp(length, seed));

export const ID = 'org/small-model';
/** Bytes of the weights, which come from another origin. */
export const LARGE = 300_000;

const small = (path: string, content: Buffer): HubFile => ({ path, content, lfs: false });

/** A repository of an embedding model, as far as its listing and its small files go: the weights are no network. */
export const files: readonly HubFile[] = [
  small(
    'config.json',
    json({ model_type: 'bert', architectures: ['BertModel'], hidden_size: 8, max_position_embeddings: 64 }),
  ),
  small('tokenizer.json', json({ model: { type: 'WordPiece', vocab: { '[UNK]': 0 } } })),
  small('tokenizer_config.json', json({ tokenizer_class: 'BertTokenizer', model_max_length: 64 })),
  small(
    'modules.json',
    json([
      { idx: 0, path: '', type: 'sentence_transformers.models.Transformer' },
      { idx: 1, path: '1_Pooling', type: 'sentence_transformers.models.Pooling' },
    ]),
  ),
  small('1_Pooling/config.json', json({ word_embedding_dimension: 8, pooling_mode_cls_token: true })),
  small('README.md', Buffer.from('---\nlicense: mit\nlanguage: en\n---\n# A model\n')),
  { path: 'onnx/model.onnx', content: bytesOf(LARGE, 7), lfs: true },
  { path: 'onnx/model_quantized.onnx', content: bytesOf(LARGE), lfs: true },
];

export const contentOf = (path: string): Buffer => files.find((file) => file.path === path)!.content;

/** A hub whose failures say what a person reads of them. */
export function clientOf(options: HubOptions = {}): Hub {
  const hub = createHub(options);
  return {
    ...hub,
    look: (...args) => said(hub.look(...args)),
    download: (...args) => said(hub.download(...args)),
    resume: (...args) => said(hub.resume(...args)),
  };
}
