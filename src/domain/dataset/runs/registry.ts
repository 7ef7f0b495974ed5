import type { Registered } from '../formats/format';
import type { SourceText } from '../source';
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

export interface FoundRun {
  readonly file: SourceText;
  readonly name: string;
  readonly format: RunFormat;
}

export async function runFormatOf(file: SourceText): Promise<FoundRun[]> {
  for (const [name, { load }] of Object.entries(RUN_FORMATS)) {
    const format = await load();
    if (await format.recognises(file)) return [{ file, name, format }];
  }
  return [];
}
