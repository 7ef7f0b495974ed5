import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { docId, queryId, type DocId, type Hit, type Qrels, type QueryId, type Run } from '../../src/domain/types';

const sharedFolder = resolve(process.env['HITRATE_GOLDEN'] ?? join(import.meta.dirname, '../../../shared/golden'));

/** Path of a reference file in this folder. */
export function goldenPath(...parts: string[]): string {
  return join(import.meta.dirname, ...parts);
}

/**
 * Path of a reference file that is not in the repository, or null where it is absent: the test that needs it is then
 * a named skip, or a failure where `HITRATE_REQUIRE_DATA=1` says that the files must be there.
 */
export function sharedGoldenPath(...parts: string[]): string | null {
  const path = join(sharedFolder, ...parts);
  if (existsSync(path)) return path;
  if (process.env['HITRATE_REQUIRE_DATA'] === '1')
    throw new Error(`${path} is missing, and HITRATE_REQUIRE_DATA is set`);
  return null;
}

export function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(path, 'utf8')) as T;
}

/** A TREC run, hits in the order of the lines: the rank column is not read, as in trec_eval. */
export function readRun(path: string): Run {
  const run = new Map<QueryId, Hit[]>();
  for (const [query, , doc, , score] of fields(path)) {
    const hits = run.get(queryId(query!)) ?? [];
    hits.push({ id: docId(doc!), score: Number(score) });
    run.set(queryId(query!), hits);
  }
  return run;
}

/** TREC judgments, questions in the order of their first line. */
export function readQrels(path: string): Qrels {
  const qrels = new Map<QueryId, Map<DocId, number>>();
  for (const [query, , doc, grade] of fields(path)) {
    const judged = qrels.get(queryId(query!)) ?? new Map<DocId, number>();
    judged.set(docId(doc!), Number(grade));
    qrels.set(queryId(query!), judged);
  }
  return qrels;
}

function fields(path: string): string[][] {
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.filter((line) => line.trim() !== '').map((line) => line.trim().split(/[ \t]+/));
}
