import { createLexical } from '../src/adapters/lexical/lexical';
import { serve } from '../src/adapters/rpc/parts';

serve(createLexical());
