import { createEncoder } from '../src/adapters/model/encoder';
import { createReranker } from '../src/adapters/model/reranker';
import { serve } from '../src/adapters/rpc/serve';

// One script for both, so that transformers is bundled once; each still has a worker, and a model, of its own.
serve(self.name === 'reranker' ? createReranker() : createEncoder());
