import type { Json } from '../../../../src/base/types';
import { isRefused, readRepository } from '../../../../src/domain/models/read-repository';
import { textsOf } from '../../../../src/domain/models/source';
import type {
  Caution,
  Refusal,
  ModelOffer,
  RefusedRepository,
  RepositoryFile,
} from '../../../../src/domain/models/repository';
import { messageOf } from '../../../../src/ui/shared/messages/message-of';

export interface MadeRepository {
  readonly name?: string;
  /** Contents of files: texts as they are, all else as JSON. */
  readonly files?: Readonly<Record<string, Json>>;
  /** Sizes of files of which the contents do not matter. */
  readonly sizes?: Readonly<Record<string, number>>;
}

const BERT = { architectures: ['BertModel'], model_type: 'bert', hidden_size: 384, max_position_embeddings: 512 };

/** A small repository of an embedding model with one file of weights, where nothing else is said. */
function look({ name = 'someone/some-model', files = {}, sizes = {} }: MadeRepository) {
  const contents = new Map(
    Object.entries({ 'config.json': BERT, 'tokenizer_config.json': { model_max_length: 512 }, ...files }).map(
      ([path, value]) => [path, typeof value === 'string' ? value : JSON.stringify(value)] as const,
    ),
  );
  const hasWeights = Object.keys(sizes).some((path) => path.endsWith('.onnx'));
  const listing: RepositoryFile[] = [
    ...[...contents].map(([path, text]) => ({ path, bytes: text.length })),
    ...Object.entries({
      'tokenizer.json': 1000,
      ...(hasWeights ? {} : { 'onnx/model.onnx': 90_000_000 }),
      ...sizes,
    }).map(([path, bytes]) => ({ path, bytes })),
  ].filter(({ bytes }) => bytes >= 0);
  const texts = new Map(textsOf(listing).map((path) => [path, contents.get(path) ?? '{}']));
  return readRepository(listing, texts, name);
}

/** Refusals or warnings as a person reads them, in one text. */
export const textOf = (remarks: readonly (Caution | Refusal)[]): string =>
  remarks.map((remark) => messageOf(remark)).join(' ');

/** As {@link look}, of a repository that must be usable. */
export function offerOf(repository: MadeRepository): ModelOffer {
  const offer = look(repository);
  if (isRefused(offer)) throw new Error(`refused: ${textOf(offer.problems)}`);
  return offer;
}

/** What an unusable repository is refused for, in one text. */
export function refusalOf(repository: MadeRepository): string {
  const offer: ModelOffer | RefusedRepository = look(repository);
  if (!isRefused(offer)) throw new Error('not refused');
  return textOf(offer.problems);
}

/** An embedding offer of a repository that must have one. */
export function embeddingOf(repository: MadeRepository) {
  const { embedding } = offerOf(repository);
  if (!embedding) throw new Error('no embedding model');
  return embedding;
}

export const modulesJson = (...kinds: readonly string[]): Json =>
  kinds.map((kind, idx) => ({
    idx,
    name: String(idx),
    path: kind === 'Transformer' ? '' : `${idx}_${kind}`,
    type: `sentence_transformers.models.${kind}`,
  }));
