import { createVectors } from '../src/adapters/vectors/vectors';
import { serve } from '../src/adapters/rpc/serve';

serve(createVectors());
