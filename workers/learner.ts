import { createLearner } from '../src/adapters/ltr/learner';
import { serve } from '../src/adapters/rpc/parts';

serve(createLearner());
