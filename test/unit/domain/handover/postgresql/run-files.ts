import type { Client } from 'pg';
import { joinedQuery, type SearchPlan } from '../../../../../src/domain/handover/postgresql/search-sql';
import type { HandedFile } from '../../../../../src/domain/handover/target';

/** Files of an export in the order of its commands, but for the question. */
export const BEFORE_QUERY = ['schema.sql', 'passages.sql', 'indexes.sql', 'search.sql'];

export interface Found {
  readonly id: string;
  readonly score: number;
}

/** Sends files whole, as `psql -f` does; of one that grows with the collection each line as it is written. */
export async function runFiles(client: Client, files: readonly HandedFile[], paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const file = files.find((each) => each.path === path)!;
    if ('text' in file) await client.query(file.text);
    else for await (const line of file.lines()) await client.query(line);
  }
}

/** The list of one retriever for one question. */
export async function foundBy(client: Client, plan: SearchPlan, at: number, asked: string | null, depth: number) {
  const alone = { ...plan, retrievers: [plan.retrievers[at]!], fusion: null, depth, threshold: null };
  return (await client.query<Found>(joinedQuery(alone, [[asked ?? '']], depth))).rows;
}
