import { createModelFiles } from '../src/adapters/model-files/model-files';
import { serve } from '../src/adapters/rpc/parts';

serve(createModelFiles());
