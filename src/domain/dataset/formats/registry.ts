import { beir } from './beir';
import type { CollectionFormat } from './format';
import { llamaIndex } from './llamaindex';

/** Every format that can be read, in the order in which people are told of them. */
export const collectionFormats: readonly CollectionFormat[] = [beir, llamaIndex];
