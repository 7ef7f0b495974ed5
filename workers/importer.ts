import { createImporter } from '../src/adapters/files/importer';
import { serve } from '../src/adapters/rpc/serve';

serve(createImporter());
