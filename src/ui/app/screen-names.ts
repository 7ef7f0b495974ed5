import type { Screen } from '../shared/navigation/address';

export const SCREEN_NAMES: Readonly<Record<Screen, string>> = {
  data: 'Data',
  findings: 'Findings',
  questions: 'Questions',
  runs: 'Runs',
  playground: 'Playground',
};
