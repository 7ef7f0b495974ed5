import type { Registered } from '../formats/format';
import type { RunFormat } from './read-runs';

export const RUN_FORMATS: Readonly<Record<string, Registered<RunFormat>>> = {
  'trec-run': {
    name: 'TREC run',
    files: [['TXT', 'qid', 'Q0', 'docno', 'rank', 'score', 'tag']],
    load: async () => (await import('./read-runs')).trecRunFormat,
  },
  'ranx-run': {
    name: 'ranx',
    files: [['JSON', '{query: {document: score}}']],
    load: async () => (await import('./read-runs')).ranxRun,
  },
};
