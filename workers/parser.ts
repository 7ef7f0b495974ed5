import { parseFile, fetchCMapLazily } from '../src/adapters/files/documents/registry';
import type { FileParserApi } from '../src/adapters/files/documents/timed-parser';
import { serve } from '../src/adapters/rpc/parts';

serve({ parse: (request) => parseFile(request, fetchCMapLazily) } satisfies FileParserApi);
