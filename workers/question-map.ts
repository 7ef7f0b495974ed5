import { serve } from '../src/adapters/rpc/serve';
import { createQuestionMap } from '../src/adapters/text/question-map';

serve(createQuestionMap());
