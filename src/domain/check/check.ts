import type { Problem } from '../../base/problem';
import type { QueryId } from '../../base/types';
import type { Report } from '../report/report';
import { isPaired } from '../run-comparison/comparability';
import type { Baseline } from './baseline';
import type { CheckedRow, LossTest } from './loss-tests';

export interface CheckProblemData {
  'check-measure-not-paired': { measure: string };
  'check-measure-not-run': { measure: string };
  'baseline-lacks-measure': { measure: string; systems: readonly string[] };
  'baseline-other-systems': { before: readonly string[]; now: readonly string[] };
  'baseline-other-questions': { removed: number; added: number; named: readonly string[] };
  'baseline-other-texts': null;
  'baseline-other-judgments': null;
  'baseline-no-values': { system: string; measure: string };
}

export type CheckProblem = Problem<CheckProblemData>;

export interface CheckPlan {
  readonly measures: readonly string[];
  readonly rows: readonly CheckedRow[];
  readonly queries: readonly QueryId[];
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly documentsChanged: boolean | null;
  /** Whether the baseline does not say which questions and judgments it was made with, ids of questions aside. */
  readonly unverified: boolean;
}

export interface Check extends Omit<CheckPlan, 'rows'> {
  readonly margin: number | null;
  readonly failed: boolean;
  readonly tests: readonly LossTest[];
}

const NAMED = 5;

export type RunHashes = Pick<Baseline, 'questionsHash' | 'judgmentsHash' | 'corpusHash'>;

/** Aligns a run with a baseline. Refused where the questions or judgments are others. */
export function planCheck(
  baseline: Baseline,
  report: Pick<Report, 'systems' | 'queries'>,
  hashes: RunHashes,
  measures: readonly string[],
):
  | { readonly ok: true; readonly plan: CheckPlan }
  | { readonly ok: false; readonly problems: readonly CheckProblem[] } {
  const refused = (...problems: readonly CheckProblem[]) => ({ ok: false, problems }) as const;
  const [now, before] = [report.systems.map(({ id }) => id), baseline.systems.map(({ id }) => id)];
  const shared = report.systems.flatMap((system) => {
    const former = baseline.systems.find(({ id }) => id === system.id);
    return former ? [{ system, former }] : [];
  });
  if (shared.length === 0) return refused({ code: 'baseline-other-systems', data: { before, now } });
  const unusable = measures.flatMap((measure): CheckProblem[] => {
    if (!isPaired(measure)) return [{ code: 'check-measure-not-paired', data: { measure } }];
    if (shared.some(({ system }) => !system.perQuery[measure]))
      return [{ code: 'check-measure-not-run', data: { measure } }];
    const lacking = shared.filter(({ former }) => !former.perQuery.has(measure)).map(({ former }) => former.id);
    return lacking.length > 0 ? [{ code: 'baseline-lacks-measure', data: { measure, systems: lacking } }] : [];
  });
  if (unusable.length > 0) return refused(...unusable);
  const apart = questionsProblem(baseline, report, hashes);
  if (apart) return refused(apart);
  const rows = measures.flatMap((measure) =>
    shared.map(({ system, former }): CheckedRow => {
      const values = former.perQuery.get(measure)!;
      return {
        system: system.id,
        measure,
        before: Float64Array.from(report.queries, (query) => values.get(query) ?? NaN),
        now: Float64Array.from(system.perQuery[measure]!),
      };
    }),
  );
  const empty = rows.find((row) => !row.now.some((value, q) => !Number.isNaN(value) && !Number.isNaN(row.before[q])));
  if (empty) return refused({ code: 'baseline-no-values', data: { system: empty.system, measure: empty.measure } });
  return {
    ok: true,
    plan: {
      measures,
      rows,
      queries: report.queries,
      added: now.filter((id) => !before.includes(id)),
      removed: before.filter((id) => !now.includes(id)),
      documentsChanged: differ(baseline.corpusHash, hashes.corpusHash),
      unverified: baseline.questionsHash === null || baseline.judgmentsHash === null,
    },
  };
}

const differ = (a: string | null, b: string | null): boolean | null => (a === null || b === null ? null : a !== b);

function questionsProblem(
  baseline: Baseline,
  { queries, systems }: Pick<Report, 'systems' | 'queries'>,
  hashes: RunHashes,
): CheckProblem | null {
  const known = new Set(
    baseline.systems.flatMap(({ perQuery }) => [...perQuery.values()].flatMap((row) => [...row.keys()])),
  );
  const now = new Set(queries);
  const removed = [...known].filter((query) => !now.has(query));
  const added = queries.filter((query, q) => !known.has(query) && hasValue(systems, q));
  const areOthers = differ(baseline.questionsHash, hashes.questionsHash);
  if (removed.length > 0 || (added.length > 0 && areOthers !== false)) {
    const named = [...removed, ...added].slice(0, NAMED);
    return { code: 'baseline-other-questions', data: { removed: removed.length, added: added.length, named } };
  }
  if (areOthers) return { code: 'baseline-other-texts', data: null };
  if (differ(baseline.judgmentsHash, hashes.judgmentsHash)) return { code: 'baseline-other-judgments', data: null };
  return null;
}

const hasValue = (systems: Report['systems'], q: number): boolean =>
  systems.some(({ perQuery }) => Object.values(perQuery).some((values) => !Number.isNaN(values[q])));
