import { readDocuments } from '../src/adapters/files/documents/read';
import { readCollection } from '../src/adapters/files/read';
import type { ImporterApi } from '../src/contract/importer';
import { serve } from '../src/adapters/rpc/serve';

serve({
  read: (input, progress) => readCollection(input, progress),
  readDocuments: (input, progress) => readDocuments(input, progress),
} satisfies ImporterApi);
