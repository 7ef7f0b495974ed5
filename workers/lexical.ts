import { createLexical } from '../src/adapters/lexical/minisearch';
import { serve } from '../src/adapters/rpc/serve';

serve(createLexical());
