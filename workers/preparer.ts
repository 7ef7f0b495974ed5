import { createPreparer } from '../src/adapters/preparer/preparer';
import { serve } from '../src/adapters/rpc/serve';

serve(createPreparer());
