import { readCollection } from '../src/adapters/files/read';
import type { ImporterApi } from '../src/contract/importer';
import { serve } from '../src/adapters/rpc/serve';

serve({ read: readCollection } satisfies ImporterApi);
