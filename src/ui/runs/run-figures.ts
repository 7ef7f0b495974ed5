import type { ResultHeader } from '../../contract/result';

export interface HighestMean {
  readonly measure: string;
  readonly system: string;
  readonly mean: number;
}

/** The system of the highest mean, which no test need separate from the next; null where figures are not known. */
export function highest({ figures }: ResultHeader): HighestMean | null {
  const means = Object.entries(figures?.means ?? {}).filter(([, mean]) => !Number.isNaN(mean));
  if (!figures || means.length === 0) return null;
  const [system, mean] = means.reduce((best, each) => (each[1] > best[1] ? each : best));
  return { measure: figures.measure, system, mean };
}

/** Runs whose highest means can be drawn over time: of the measure of the newest, oldest first. */
export function runsOverTime(
  runs: readonly ResultHeader[],
): { readonly run: ResultHeader; readonly best: HighestMean }[] {
  const known = runs.flatMap((run) => {
    const best = highest(run);
    return best ? [{ run, best }] : [];
  });
  return known.filter(({ best }) => best.measure === known[0]!.best.measure).reverse();
}
