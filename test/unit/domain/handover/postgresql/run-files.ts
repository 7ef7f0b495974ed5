import type { Client } from 'pg';
import { joinedQuery, type SearchPlan } from '../../../../../src/domain/handover/postgresql/search-sql';
import type { HandedFile } from '../../../../../src/domain/handover/target';
import { fileText } from '../make';

/** Files of an export in the order of its commands, but for the question. */
export const BEFORE_QUERY = ['schema.sql', 'passages.sql', 'indexes.sql', 'search.sql'];

export interface Found {
  readonly id: string;
  readonly score: number;
}

/** Sends files whole, as `psql -f` does; of one that grows with the collection each line as it is written. */
export async function runFiles(client: Client, files: readonly HandedFile[], paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const file = fileOf(files, path);
    if ('text' in file) await client.query(file.text);
    else for await (const line of file.lines()) await client.query(line);
  }
}

export async function textOf(files: readonly HandedFile[], path: string): Promise<string> {
  return fileText(fileOf(files, path));
}

function fileOf(files: readonly HandedFile[], path: string): HandedFile {
  const found = files.find((file) => file.path === path);
  if (!found) throw new Error(`there is no ${path}`);
  return found;
}

/** The list of one retriever for one question. */
export async function foundBy(client: Client, plan: SearchPlan, at: number, asked: string | null, depth: number) {
  const alone = { ...plan, retrievers: [plan.retrievers[at]!], fusion: null, depth, threshold: null };
  return (await client.query<Found>(joinedQuery(alone, [[asked ?? '']], depth))).rows;
}
