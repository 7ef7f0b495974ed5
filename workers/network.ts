import { createNetwork } from '../src/adapters/model/network';
import { serve } from '../src/adapters/rpc/parts';

serve(createNetwork());
