import type { ResultRecord, SystemResult } from '../../contract/result';
import { canonicalJson } from '../../base/hash';
import type { QueryId } from '../../base/types';
import { unanswerableQuestions } from '../../domain/evidence/counted';
import { firstRelevantRank } from '../../domain/measures/measure';
import { measureOf } from '../../domain/measures/parse';
import { questionsIn } from '../../domain/splits/splits';
import { countedNow, questionsKey } from '../kernel/questions';
import { pacer } from '../kernel/pace';
import type { Ports } from '../kernel/ports';
import { withTokens } from '../run/stages/score';
import { reaches } from '../../domain/run/packed';
import { ScoreColumns } from '../../domain/scoring/score-columns';
import type { GroundTruth } from '../../domain/scoring/ground-truth';
import { type KnownLists, knownLists, leastCut } from '../run/rankings';
import { type Inspected, truthsOfSystems } from './truth';

export interface Rescored {
  /** Questions that are no longer judged have no value. Null where nothing is left. */
  readonly result: ResultRecord | null;
  readonly cutAt: number | null;
  readonly lostMeasures: readonly string[];
  readonly unjudged: readonly QueryId[];
  readonly notRun: readonly QueryId[];
}

const OUTDATED = new Set([
  'ties',
  'ongoing-judging',
  'unjudged',
  'unjudged-questions',
  'few-questions',
  'unanswered',
  'random-order',
  'no-relevant',
]);

/** Scores a result by other judgments from kept lists: equal to a new run, but for what is reported as lost. */
export async function rescored(
  { ports, questions, result }: Inspected,
  signal: AbortSignal = new AbortController().signal,
): Promise<Rescored> {
  const { spec, systems, queries } = result;
  const { queries: counted, judging } = await countedNow(ports, result.collection, questions);
  const judged = new Set(counted.map(({ id }) => id));
  const asked = new Set(queries);
  const lists = await Promise.all(systems.map(({ id }) => knownLists(ports, result, id)));
  const cutAt = leastCut(lists);
  const measures = spec.measures.filter((measure) => reaches(measureOf(measure).cutoff, spec, cutAt));
  const left = queries.filter((query) => judged.has(query));
  const report = {
    cutAt,
    lostMeasures: spec.measures.filter((measure) => !measures.includes(measure)),
    unjudged: queries.filter((query) => !judged.has(query)),
    notRun: questionsIn(spec.split, questions).queries.flatMap(({ id }) =>
      judged.has(id) && !asked.has(id) ? [id] : [],
    ),
  };
  if (measures.length === 0 || left.length === 0) return { result: null, ...report };
  const ks = spec.lists === 'k' ? [Math.max(...spec.ks)] : spec.ks;
  const { judging: _judging, noAnswer, ...run } = result;
  const marked = unanswerableQuestions(questions).map(({ id }) => id);
  const isSameMarked = canonicalJson(marked) === canonicalJson(noAnswer?.questions ?? []);
  const scored = { ...run, ...(noAnswer && isSameMarked ? { noAnswer } : {}), spec: { ...spec, ks, measures } };
  const truths = await truthsOfSystems({ ports, questions, result: scored });
  const rows: SystemResult[] = [];
  for (const [i, system] of systems.entries())
    rows.push(
      await rescoredSystem(ports, scored, system, { ...truths[i]!, lists: lists[i]!, counted: judged }, signal),
    );
  const key = await questionsKey(questions);
  return {
    result: {
      ...scored,
      ...(judging ? { judging } : {}),
      questionsKey: key,
      systems: rows,
      warnings: [
        ...(judging ? [{ code: 'ongoing-judging', data: judging } as const] : []),
        ...result.warnings.filter(({ code }) => !OUTDATED.has(code)),
      ],
      manifest: isObject(result.manifest) ? { ...result.manifest, rescoredBy: key } : result.manifest,
    },
    ...report,
  };
}

async function rescoredSystem(
  ports: Ports,
  { spec, queries }: ResultRecord,
  system: SystemResult,
  { lists, counted, ...truth }: GroundTruth & { readonly lists: KnownLists; readonly counted: ReadonlySet<QueryId> },
  signal: AbortSignal,
): Promise<SystemResult> {
  const rankings = queries.map((query) => (counted.has(query) ? lists.of(query) : []));
  const read = await withTokens(ports, spec, truth, rankings, signal);
  const columns = new ScoreColumns(spec, new Map([[Math.max(...spec.ks), { rankings }]]), read, queries.length);
  const firstRelevant = new Uint32Array(queries.length);
  const pace = pacer(signal);
  for (const [i, id] of queries.entries()) {
    await pace();
    const judged = truth.qrels.get(id);
    if (judged && counted.has(id)) {
      columns.add({ id }, i);
      firstRelevant[i] = firstRelevantRank(rankings[i]!, judged, spec.relevance) ?? 0;
    } else columns.leaveOut(i);
  }
  return { ...system, ...columns.columns(), firstRelevant };
}

const isObject = (value: ResultRecord['manifest']): value is { readonly [key: string]: ResultRecord['manifest'] } =>
  value !== null && typeof value === 'object' && !Array.isArray(value);
