import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { docId, queryId } from '../../../../src/base/types';
import type { ResultRecord } from '../../../../src/contract/result';
import type { PassageFacts } from '../../../../src/domain/diagnosis/cause';
import { compare } from '../../../../src/domain/statistics/compare';
import { verdictOf } from '../../../../src/domain/verdict/verdict';
import type { Diagnosis } from '../../../../src/workbench/inspect/diagnosis';
import { parseTypedJson } from '../../../../src/base/typed-json';
import { verdictNames } from '../../../../src/ui/shared/system-names';
import type { ReportParts } from '../../../../src/ui/report/report-parts';

const bytes = readFileSync(new URL('../../../../public/samples/hitrate-sample/result.bin', import.meta.url));
export const shipped = parseTypedJson(gunzipSync(bytes).toString('utf8')) as ResultRecord;

const MEASURE = 'nDCG@10';

/** The parts of a report of the sample, without slices and failures. */
export function sampleParts(changes: Partial<ResultRecord> = {}): ReportParts {
  const result = { ...shipped, ...changes };
  const values = result.systems.map(({ perQuery }) => Float64Array.from(perQuery[MEASURE]!));
  const verdict = verdictOf({
    measure: MEASURE,
    systems: result.systems.map(({ id, latency }, i) => ({
      id,
      values: values[i]!,
      latency: latency?.medianMilliseconds ?? null,
      ties: null,
      unjudged: null,
    })),
    baseline: result.systems[0]!.id,
    margin: 0.02,
    origins: [],
    k: 10,
    judged: null,
    seed: 42,
    resamples: 500,
  });
  const systems = result.systems.map(({ id }) => id);
  return {
    result,
    verdict,
    names: verdictNames(result.spec.systems),
    collection: {
      name: 'Sample',
      counts: { docs: 228, queries: 156, judgments: 322, judgedQueries: 156, characters: 68315 },
      languages: [{ language: 'en', share: 1 }],
    },
    measures: [MEASURE, 'MRR@10'],
    comparison: compare({ measure: MEASURE, systems, values, seed: 42, resamples: 500 }),
    slices: null,
    failures: null,
    withTexts: false,
  };
}

const FACTS: PassageFacts = { searched: 'yes', shared: null, retrievers: [], steps: [], rank: 12 };

/** Two questions miss a passage just below k, one of them another that no chunk holds, and one question misses nothing. */
export const DIAGNOSIS: Diagnosis = {
  system: 'ensemble',
  k: 10,
  stages: 'known',
  cutAt: null,
  questions: [
    {
      query: queryId('one'),
      targets: 3,
      missed: [
        { docs: [docId('a')], id: docId('a'), cause: 'just-below-k', facts: FACTS },
        { docs: [docId('c')], id: null, cause: 'not-searched', facts: { ...FACTS, searched: 'missing', rank: null } },
      ],
    },
    {
      query: queryId('two'),
      targets: 1,
      missed: [{ docs: [docId('b')], id: docId('b'), cause: 'just-below-k', facts: FACTS }],
    },
    { query: queryId('three'), targets: 2, missed: [] },
  ],
};
