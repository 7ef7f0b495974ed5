import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { docId, queryId, type DocId, type Hit, type Qrels, type QueryId, type Run } from '../../src/base/types';
import { sharedFolder } from '../data';

/** Path of a reference file in this folder; it may be kept gzipped, with `.gz` behind this path. */
export function goldenPath(...parts: string[]): string {
  return join(import.meta.dirname, ...parts);
}

/** Path of a reference file that is not in the repository. */
export const sharedGoldenPath = sharedFolder('HITRATE_GOLDEN', 'golden');

export function readJson<T>(path: string): T {
  return JSON.parse(readText(path)) as T;
}

/** A table with tabs between columns: each row by the names of the first line. */
export function readTable<Column extends string>(path: string): Readonly<Record<Column, string>>[] {
  const [head, ...rows] = readText(path)
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));
  return rows.map((row) => Object.fromEntries(head!.map((name, i) => [name, row[i]!])) as Record<Column, string>);
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
  const lines = readText(path).split('\n');
  return lines.filter((line) => line.trim() !== '').map((line) => line.trim().split(/[ \t]+/));
}

function readText(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : gunzipSync(readFileSync(`${path}.gz`)).toString('utf8');
}
