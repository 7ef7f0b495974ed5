import { createVectorThread } from '../src/adapters/vectors/thread';
import { serve } from '../src/adapters/rpc/parts';

serve(createVectorThread());
