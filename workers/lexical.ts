import { createLexical } from '../src/adapters/lexical/lexical';
import { serve } from '../src/adapters/rpc/serve';

serve(createLexical());
