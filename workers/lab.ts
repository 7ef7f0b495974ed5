import { createLab } from '../src/adapters/lab/lab';
import { serve } from '../src/adapters/rpc/parts';

serve(createLab());
