import type { SystemSpec } from '../../domain/experiment/parts';
import { firstMeasure } from '../../domain/measures/first-measure';
import type { Interval } from '../../domain/statistics/types';
import { pacer } from '../kernel/pace';
import { questionsKey } from '../kernel/questions';
import { alone, type Following, type RunProgress } from '../kernel/run-types';
import { withTokens } from '../run/stages/score';
import { ScoreColumns } from '../../domain/scoring/score-columns';
import { Runners, Session } from '../run/session';
import { compareSystems, isCompared } from './comparisons';
import type { Inspected } from './truth';

export type HandoverDifference =
  | {
      readonly measured: true;
      readonly measure: string;
      readonly difference: number;
      readonly interval: Interval | null;
      readonly questions: number;
    }
  /** `judgments`: questions or judgments changed since the result. `measure`: none of its measures is a mean. */
  | { readonly measured: false; readonly why: 'judgments' | 'measure' };

const NAMED = 'nDCG@10';
const NEAREST = 'nearest';

type Context = Following<RunProgress>;

export const handoverDifference = (of: Inspected, system: string, nearest: SystemSpec, context: Context) =>
  alone(of.ports, context, () => differenceOf(of, system, nearest, context));

async function differenceOf(
  { ports, questions, result }: Inspected,
  system: string,
  nearest: SystemSpec,
  context: Context,
): Promise<HandoverDifference> {
  const { spec, collection, systems } = result;
  if ((await questionsKey(questions)) !== result.questionsKey) return { measured: false, why: 'judgments' };
  const compared = spec.measures.filter(isCompared);
  const measure = compared.includes(NAMED) ? NAMED : firstMeasure(compared);
  if (measure === null) return { measured: false, why: 'measure' };
  const asked = new Map(questions.queries.map((query) => [query.id, query]));
  const queries = result.queries.map((id) => asked.get(id)!);
  const own = { ...spec, systems: [nearest] };
  const session = await Session.open(ports, { collection, queries, spec: own }, context);
  const { byK, truth } = await new Runners(session, own, questions).run(nearest);
  const lists = [...new Set(byK.values())].flatMap(({ rankings }) => rankings);
  const counted = await withTokens(ports, own, truth, lists, context.signal);
  const columns = new ScoreColumns({ ...own, measures: [measure] }, byK, counted, queries.length);
  const pace = pacer(context.signal);
  for (const [i, query] of queries.entries()) {
    await pace();
    columns.add(query, i);
  }
  const { perQuery } = systems.find(({ id }) => id === system)!;
  const both = [
    { id: NEAREST, perQuery: columns.columns().perQuery },
    { id: system, perQuery },
  ];
  const [pair] = (await compareSystems(ports, { systems: both }, measure, context.signal)).pairs;
  const { meanDifference, ci95, questions: count } = pair!;
  const interval = ci95.bca ?? ci95.percentile;
  return { measured: true, measure, difference: meanDifference, interval, questions: count };
}
