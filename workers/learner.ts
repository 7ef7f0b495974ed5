import { createLearner } from '../src/adapters/ltr/learner';
import { serve } from '../src/adapters/rpc/serve';

serve(createLearner());
