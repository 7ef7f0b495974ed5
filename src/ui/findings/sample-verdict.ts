import type { ResultRecord } from '../../contract/result';
import type { WorkbenchPart } from '../../workbench/workbench';
import { firstMeasure } from '../../domain/measures/first-measure';
import { comparedMeasures, differencesFrom, firstBaseline } from '../results/columns';
import { verdictText } from '../shared/messages/verdict';
import { DEFAULT_MARGIN } from './findings-state.svelte';
import { verdictNames } from '../shared/system-names';

export type SampleVerdict = Awaited<ReturnType<typeof sampleVerdict>>;

/** @throws {Error} where the sample has no verdict */
export async function sampleVerdict(
  workbench: WorkbenchPart<{ inspect: 'verdict' | 'compare' }>,
  result: ResultRecord,
  documents: number,
) {
  const measure = firstMeasure(comparedMeasures(result))!;
  const baseline = firstBaseline(result);
  const verdict = await workbench.inspect.verdict(result, { measure, margin: DEFAULT_MARGIN, baseline });
  if (!('recommended' in verdict)) throw new Error('The sample has no verdict.');
  const best = verdict.recommended.system;
  const differences = differencesFrom(await workbench.inspect.compare(result, measure), best, result.systems, null);
  const names = verdictNames(result.spec.systems);
  const mean = verdict.systems.find(({ system }) => system === best)!.mean;
  return {
    title: verdictText(verdict, names).title,
    measure,
    questions: verdict.questions,
    documents,
    /** Best first; differences are system − recommended, with paired 95 % intervals: null for the recommended one. */
    systems: verdict.systems.map(({ system, mean: own }) => {
      const interval = differences.find((each) => each.system === system)?.interval ?? null;
      return {
        id: system,
        name: names.name(system),
        difference: rounded(own - mean),
        interval: interval && ([rounded(interval[0]), rounded(interval[1])] as const),
      };
    }),
  };
}

const rounded = (value: number): number => Number(value.toFixed(6));
