import { createQuestions } from '../src/adapters/questions/questions';
import { serve } from '../src/adapters/rpc/parts';

serve(createQuestions());
