import { createNetwork } from '../src/adapters/model/network';
import { serve } from '../src/adapters/rpc/serve';

serve(createNetwork());
