import { createVectors } from '../src/adapters/vectors/vectors';
import { serve } from '../src/adapters/rpc/parts';

/** Threads search one copy of the vectors: they are workers within this one. */
const thread = () => new Worker(new URL('./vector-thread.ts', import.meta.url), { type: 'module' });

serve(createVectors(crossOriginIsolated ? thread : null, navigator.hardwareConcurrency));
