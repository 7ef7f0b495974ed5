import { readFileSync } from 'node:fs';
import { findResults, readResults } from '../../../../../src/domain/dataset/engine-results/find-results';
import { fitResults, type ResultGround } from '../../../../../src/domain/dataset/engine-results/fit-results';
import type { ImportProblem, ImportedRun } from '../../../../../src/domain/dataset/outcome';
import { ProblemLog } from '../../../../../src/domain/dataset/problem';
import { type Contents, hitsOf, source } from '../make';

const fixtures = 'test/fixtures/engine-results';
const sample = 'public/samples/hitrate-sample';

export const fixture = (name: string): string => readFileSync(`${fixtures}/${name}`, 'utf8');

const linesOf = <T>(path: string): T[] =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T);

interface SampleRecord {
  readonly _id: string;
  readonly title?: string;
  readonly text: string;
}

/** The bundled sample, whose ids the fixtures have. */
export const sampleFiles: Contents = Object.fromEntries(
  ['corpus.jsonl', 'queries.jsonl', 'qrels/test.tsv'].map((name) => [name, readFileSync(`${sample}/${name}`, 'utf8')]),
);

const sampleGround = (): ResultGround =>
  groundOf(
    linesOf<SampleRecord>(`${sample}/queries.jsonl`).map(({ _id, text }) => [_id, text]),
    linesOf<SampleRecord>(`${sample}/corpus.jsonl`).map(({ _id, title = '', text }) => [_id, text, title]),
  );

export const groundOf = (
  queries: readonly (readonly [id: string, text: string])[],
  docs: readonly (readonly [id: string, text: string, title?: string])[],
  judged: readonly string[] = [],
): ResultGround =>
  ({
    queries: queries.map(([id, text]) => ({ id, text })),
    docs: docs.map(([id, text, title = '']) => ({ id, title, text })),
    judged: new Set(judged),
  }) as unknown as ResultGround;

export const ground = groundOf(
  [
    ['q1', 'Where is the ferry?'],
    ['q2', 'When does the night tram run?'],
  ],
  [
    ['a', 'The ferry quay is at Sandmouth.'],
    ['b', 'Line 5 runs all night on Fridays.'],
    ['c', 'The depot re-profiles wheels.'],
  ],
);

interface Read {
  readonly runs: readonly ImportedRun[];
  readonly hits: Record<string, string[]>;
  /** Ids alone, by question. */
  readonly docs: Record<string, string[]>;
  readonly problems: readonly ImportProblem[];
  readonly warnings: readonly ImportProblem[];
}

/** Reads files as results, and fits them; `hits` are those of the first run. */
export async function read(contents: Contents, ground: ResultGround = sampleGround()): Promise<Read> {
  const log = new ProblemLog();
  const files = Object.entries(contents).map(([path, text]) => source(path, text));
  const runs = fitResults(await readResults(await findResults(files), log), ground, log);
  const hits = runs[0] ? hitsOf(runs[0].run) : {};
  const docs = Object.fromEntries(
    Object.entries(hits).map(([query, list]) => [query, list.map((hit) => hit.slice(0, hit.lastIndexOf(' ')))]),
  );
  return { runs, hits, docs, problems: log.problems, warnings: log.warnings };
}

/** Findings as kind and count. */
export const findingsOf = (warnings: readonly ImportProblem[]): (readonly [kind: string, count?: number])[] =>
  warnings.map((warning) =>
    warning.code === 'result-finding' ? [warning.data[0], warning.data[1].count] : [warning.code],
  );
