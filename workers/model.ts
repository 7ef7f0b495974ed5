import { createEncoder } from '../src/adapters/model/encoder';
import { createGenerator } from '../src/adapters/model/generator';
import { createReranker } from '../src/adapters/model/reranker';
import { serve } from '../src/adapters/rpc/parts';

/** The network of an encoder or a reranker is in a worker within this one, which is ended when memory runs out. */
const network = () => new Worker(new URL('./network.ts', import.meta.url), { type: 'module' });

const apis: Readonly<Record<string, () => object>> = {
  encoder: () => createEncoder(network),
  reranker: () => createReranker(network),
  generator: createGenerator,
};

// One script for all, so that transformers is bundled once; each still has a worker, and a model, of its own.
serve(apis[self.name]!());
