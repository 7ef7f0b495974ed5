import { serve } from '../src/adapters/rpc/serve';
import type { StatisticsApi } from '../src/contract/workers';
import { compare } from '../src/domain/statistics/compare';

serve({ compare: (input) => Promise.resolve(compare(input)) } satisfies StatisticsApi);
