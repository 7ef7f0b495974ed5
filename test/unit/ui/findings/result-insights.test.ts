import { describe, expect, it } from 'vitest';
import { insightsOfResult } from '../../../../src/ui/findings/result-insights';
import { DEFAULT_SETTINGS, buildExperiment } from '../../../../src/domain/experiment/settings';
import { compare } from '../../../../src/domain/statistics/compare';
import { MODELS } from '../../workbench/workshop';
import type { ResultRecord } from '../../../../src/contract/result';

const spec = buildExperiment(DEFAULT_SETTINGS, MODELS);
const IDS = spec.systems.map(({ id }) => id);
const rows = IDS.map((_, s) => Float64Array.from({ length: 30 }, (__, q) => ((q * 7 + s * 3) % 10) / 10));
const result = (measure: string, ids: readonly string[] = IDS) =>
  ({
    spec,
    systems: ids.map((id) => ({
      id,
      perQuery: { [measure]: rows[IDS.indexOf(id)]! },
      firstRelevant: new Uint32Array(30).fill(7),
    })),
  }) as unknown as Pick<ResultRecord, 'spec' | 'systems'>;
const codes = (insights: ReturnType<typeof insightsOfResult>) => insights.map(({ code }) => code);

describe('insights of a result', () => {
  it('count what is found within k', () => {
    const codesWithin = (k: number) => codes(insightsOfResult(result('MAP'), 'MAP', k, 'ensemble', null, null));
    expect([codesWithin(5), codesWithin(10)]).toEqual([['missed-by-all'], []]);
  });

  it('know the stages by the parts of the systems, whichever of them are ready', () => {
    const measure = 'nDCG@10';
    const input = { measure, systems: IDS, values: rows, seed: 1, resamples: 99 };
    const all = insightsOfResult(result(measure), measure, 5, 'ensemble', compare(input), null);
    expect(all.flatMap((each) => (each.code === 'stage' ? [each.data.system] : []))).toEqual([
      'ensemble-rerank',
      'ensemble-rrf-rerank',
    ]);
    const some = IDS.slice(0, 5);
    const partial = compare({ ...input, systems: some, values: rows.slice(0, 5) });
    const stages = insightsOfResult(result(measure, some), measure, 5, 'ensemble', partial, null);
    expect(stages.flatMap((each) => (each.code === 'stage' ? [each.data.system] : []))).toEqual(['ensemble-rerank']);
  });
});
