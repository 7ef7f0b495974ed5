import { csv } from './csv';
import type { Report } from './report';

/**
 * The table of the article on the four retrievers (percent4/embedding_rerank_retrieval), so that its files and ours
 * can be laid side by side: a row `<system>_top_<k>_eval` with Hit Rate, MRR and the total time in milliseconds. There
 * every k is a run of its own with its own time; here all k of a system share one.
 */
export function articleCsv(report: Report): string {
  const rows = report.systems.flatMap(({ id, measures, timings }) =>
    report.ks.map((k) => [
      `${id}_top_${k}_eval`,
      measures[`HitRate@${k}`],
      measures[`MRR@${k}`],
      timings?.totalMilliseconds,
    ]),
  );
  return csv(['retrievers', 'hit_rate', 'mrr', 'cost_time'], rows);
}
