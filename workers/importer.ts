import { createImporter } from '../src/adapters/files/read';
import { serve } from '../src/adapters/rpc/parts';

serve(createImporter());
