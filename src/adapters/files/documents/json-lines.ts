import { recordsOf } from '../../../domain/dataset/readers/json-lines';
import { ProblemLog, SourceFailure } from '../../../domain/dataset/problem';
import { decodeFile } from './encoding';
import type { DocumentReader } from './reader';
import { docsOfTable } from './table';
import { requireText } from './text';

/** JSON Lines: an object on each line, each a document. */
export const readJsonLinesDocuments: DocumentReader = async ({ path, bytes }, { columns }) => {
  const { text, encoding, message } = decodeFile(bytes);
  requireText(text);
  const rows = (await recordsIn(text, bytes.length)).map((record) => new Map(Object.entries(record)));
  const names = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  const reading = docsOfTable({ path, columns: names, rows, isText: false }, columns);
  return { ...reading, encoding, message: [message, reading.message].filter(Boolean).join(' ') || null };
};

/** @throws {SourceFailure} where a line is no object */
async function recordsIn(text: string, bytes: number): Promise<Readonly<Record<string, unknown>>[]> {
  const log = new ProblemLog();
  const source = {
    path: '',
    bytes,
    head: () => Promise.resolve(text),
    async *blocks() {
      yield await Promise.resolve({ text, firstLine: 1 });
    },
  };
  const records: Readonly<Record<string, unknown>>[] = [];
  for await (const lines of recordsOf(source, ['a text'], log, () => undefined))
    for (const { record } of lines) records.push(record);
  const [problem] = log.problems;
  if (problem) throw new SourceFailure(problem);
  return records;
}
