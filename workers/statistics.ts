import { serve } from '../src/adapters/rpc/parts';
import { createSlices } from '../src/adapters/text/slices';
import type { StatisticsApi } from '../src/contract/workers';
import { correctedSystems } from '../src/domain/automatic-judges/corrected-systems';
import { compare } from '../src/domain/statistics/compare';
import { sequentialFigures } from '../src/domain/evidence/sequential';
import { lossTests } from '../src/domain/check/loss-tests';
import { readNoAnswer } from '../src/domain/no-answer/no-answer';
import { plannedAlways } from '../src/domain/planning/planning';
import { figureChanges } from '../src/domain/run-comparison/figure-changes';
import { verdictOf } from '../src/domain/verdict/verdict';

serve({
  compare: (input) => Promise.resolve(compare(input)),
  planned: (input) => Promise.resolve(plannedAlways(input)),
  sequential: (input) => Promise.resolve(sequentialFigures(input)),
  corrected: (input) => Promise.resolve(correctedSystems(input)),
  verdict: (input) => Promise.resolve(verdictOf(input)),
  noAnswer: (input) => Promise.resolve(readNoAnswer(input)),
  figureChanges: (input) => Promise.resolve(figureChanges(input)),
  lossTests: (input) => Promise.resolve(lossTests(input)),
  ...createSlices(),
} satisfies StatisticsApi);
