import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const jsonLines = (records: readonly object[]): string =>
  records.map((each) => `${JSON.stringify(each)}\n`).join('');

/** A file in a folder of its own. @returns its path */
export function temporaryFile(name: string, content: string | Buffer): string {
  const path = join(mkdtempSync(join(tmpdir(), 'hitrate-file-')), name);
  writeFileSync(path, content);
  return path;
}

/** A collection in a folder as BEIR has it. @param judgments lines of question, document and grade, by split. @returns its path */
export function beirFolder(
  documents: readonly object[],
  questions: readonly object[],
  judgments: Readonly<Record<string, readonly (readonly [question: string, document: string, grade: number])[]>>,
): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'hitrate-collection-')), 'collection');
  mkdirSync(join(folder, 'qrels'), { recursive: true });
  writeFileSync(join(folder, 'corpus.jsonl'), jsonLines(documents));
  writeFileSync(join(folder, 'queries.jsonl'), jsonLines(questions));
  for (const [split, lines] of Object.entries(judgments)) {
    const rows = ['query-id\tcorpus-id\tscore', ...lines.map((line) => line.join('\t')), ''];
    writeFileSync(join(folder, 'qrels', `${split}.tsv`), rows.join('\n'));
  }
  return folder;
}
