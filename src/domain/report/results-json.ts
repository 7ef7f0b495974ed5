import { FILE_VERSIONS } from '../../base/file-version';
import type { Comparison } from '../statistics/types';
import type { Report } from './report';

export type ComparisonJson = ReturnType<typeof comparisonsJson>[number];

/** Numbers keep all digits. `holm` and `bh` are corrected p of the randomisation test. */
function comparisonsJson(comparisons: readonly Comparison[]) {
  return comparisons.flatMap(({ measure, seed, resamples, pairs }) =>
    pairs.map(({ holm, bh, ...pair }) => {
      const corrected = { holm: holm.randomisation, bh: bh.randomisation };
      return { measure, ...pair, ...corrected, seed, resamples };
    }),
  );
}

export const resultsJson = (report: Report): string => [...resultsJsonPieces(report)].join('');

/** Numbers keep all digits. A question left out is absent. */
export function* resultsJsonPieces({ systems, queries, comparisons, noAnswer, manifest }: Report): Generator<string> {
  const keys = queries.map((query) => `${JSON.stringify(query)}:`);
  yield `{"schema":${FILE_VERSIONS.results},"systems":[`;
  for (const [i, { id, measures, perQuery, timings, vectorSearch, latency }] of systems.entries()) {
    yield `${i > 0 ? ',' : ''}{"id":${JSON.stringify(id)},"measures":${JSON.stringify(measures)},"perQuery":{`;
    for (const [m, [measure, values]] of Object.entries(perQuery).entries()) {
      const held = keys.flatMap((key, q) => (Number.isNaN(values[q]) ? [] : [key + JSON.stringify(values[q])]));
      yield `${m > 0 ? ',' : ''}${JSON.stringify(measure)}:{${held.join(',')}}`;
    }
    const rest = { timings, ...(vectorSearch ? { vectorSearch } : {}), ...(latency ? { latency } : {}) };
    yield `},${JSON.stringify(rest).slice(1)}`;
  }
  const compared = comparisons ? { comparisons: comparisonsJson(comparisons) } : {};
  yield `],${JSON.stringify({ ...compared, ...(noAnswer ? { noAnswer } : {}), manifest }).slice(1)}\n`;
}
