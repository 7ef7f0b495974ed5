import type { Registered } from '../formats/format';
import type { SourceText } from '../source';
import type { RunFormat } from './format';

/** Every format of runs that can be read, in the order in which they are listed and tried. */
export const RUN_FORMATS: Readonly<Record<string, Registered<RunFormat>>> = {
  'trec-run': {
    name: 'TREC run',
    files: [['TXT', 'qid', 'Q0', 'docno', 'rank', 'score', 'tag']],
    load: async () => (await import('./trec-run')).trecRunFormat,
  },
  'ranx-run': {
    name: 'ranx',
    files: [['JSON', '{query: {document: score}}']],
    load: async () => (await import('./ranx-run')).ranxRun,
  },
};

export interface FoundRun {
  readonly file: SourceText;
  readonly name: string;
  readonly format: RunFormat;
}

/** The format that a file is surely a run of, in a list; empty where it is none. */
export async function runFormatOf(file: SourceText): Promise<FoundRun[]> {
  for (const [name, { load }] of Object.entries(RUN_FORMATS)) {
    const format = await load();
    if (await format.recognises(file)) return [{ file, name, format }];
  }
  return [];
}
