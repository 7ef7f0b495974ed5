import * as v from 'valibot';
import { readVersioned } from '../../base/file-version';
import { type JsonProblem, type Problem, schemaProblems } from '../../base/problem';
import { type QueryId, queryId } from '../../base/types';

export interface BaselineSystem {
  readonly id: string;
  readonly perQuery: ReadonlyMap<string, ReadonlyMap<QueryId, number>>;
}

export interface Baseline {
  readonly systems: readonly BaselineSystem[];
  readonly questionsHash: string | null;
  readonly judgmentsHash: string | null;
  readonly corpusHash: string | null;
}

export interface BaselineProblemData {
  'baseline-no-json': { reason: string };
  'baseline-version': { problem: string };
  'baseline-field': JsonProblem;
  'baseline-value': { path: string };
  'baseline-empty': null;
}

export type ReadBaseline =
  | { readonly ok: true; readonly baseline: Baseline }
  | { readonly ok: false; readonly problems: readonly Problem<BaselineProblemData>[] };

/** `record` of valibot drops `__proto__`, which may be an id. */
const values = v.custom<Readonly<Record<string, unknown>>>(
  (input) => typeof input === 'object' && input !== null && !Array.isArray(input),
);

const Results = v.object({
  systems: v.array(v.object({ id: v.string(), perQuery: values })),
  manifest: v.optional(
    v.object({
      collection: v.optional(
        v.object({
          questionsHash: v.optional(v.string()),
          judgmentsHash: v.optional(v.string()),
          corpusHash: v.optional(v.string()),
        }),
      ),
    }),
  ),
});

export function readBaseline(text: string): ReadBaseline {
  const read = readVersioned(text, 'results');
  if ('reason' in read) return refused({ code: 'baseline-no-json', data: read });
  if ('problem' in read) return refused({ code: 'baseline-version', data: read });
  const parsed = v.safeParse(Results, read.json);
  if (!parsed.success)
    return refused(
      ...schemaProblems(parsed.issues)
        .slice(0, NAMED)
        .map((data) => ({ code: 'baseline-field', data }) as const),
    );
  const wrong: string[] = [];
  const systems = parsed.output.systems.map(({ id, perQuery }, i): BaselineSystem => {
    const measures = Object.entries(perQuery).map(([measure, column]) => {
      const path = `systems.${i}.perQuery.${measure}`;
      return [measure, valuesOf(column, path, wrong)] as const;
    });
    return { id, perQuery: new Map(measures) };
  });
  if (wrong.length > 0)
    return refused(...wrong.slice(0, NAMED).map((path) => ({ code: 'baseline-value', data: { path } }) as const));
  if (systems.every(({ perQuery }) => perQuery.size === 0)) return refused({ code: 'baseline-empty', data: null });
  const { questionsHash = null, judgmentsHash = null, corpusHash = null } = parsed.output.manifest?.collection ?? {};
  return { ok: true, baseline: { systems, questionsHash, judgmentsHash, corpusHash } };
}

function valuesOf(column: unknown, path: string, wrong: string[]): ReadonlyMap<QueryId, number> {
  const found = new Map<QueryId, number>();
  if (!v.is(values, column)) {
    wrong.push(path);
    return found;
  }
  for (const [query, value] of Object.entries(column))
    if (typeof value === 'number') found.set(queryId(query), value);
    else wrong.push(`${path}.${query}`);
  return found;
}

const NAMED = 3;

const refused = (...problems: readonly Problem<BaselineProblemData>[]): ReadBaseline => ({ ok: false, problems });
