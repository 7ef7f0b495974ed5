import { createImporter } from '../src/adapters/files/importer';
import { serve } from '../src/adapters/rpc/serve';

/** Documents are parsed in a worker within this one, which is ended where a file takes too long. */
serve(createImporter(() => new Worker(new URL('./documents.ts', import.meta.url), { type: 'module' })));
