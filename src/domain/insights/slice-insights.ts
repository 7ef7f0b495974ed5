import type { PreviousStage } from '../experiment/previous-stage';
import type { ReportedDimension, SliceFinding, SliceReport } from '../slices/report';
import type { Insight } from './insight';

/** Of so many slices at most something is said; the others are in the map. */
const MAX_SLICES = 4;

/**
 * The tested differences between slices, one for each dimension: that with the smallest p, a stage before a comparison
 * with the best, and then the largest. Of two halves the one is named in which the system does worse.
 */
export function sliceInsights(
  report: SliceReport | null,
  previous: readonly (PreviousStage | null)[],
  systems: readonly { readonly id: string }[],
): Insight[] {
  if (!report) return [];
  const part = new Map(systems.map(({ id }, i) => [id, previous[i]?.part ?? null]));
  const tested = report.dimensions.filter(({ p }) => p !== null).length;
  const found = report.dimensions.flatMap((dimension) =>
    dimension.findings.length === 0 ? [] : [{ dimension, finding: first(dimension.findings) }],
  );
  return found
    .sort((a, b) => a.finding.p - b.finding.p || Math.abs(b.finding.gap) - Math.abs(a.finding.gap))
    .slice(0, MAX_SLICES)
    .map(({ dimension, finding: either }): Insight => {
      const finding = worse(either, dimension);
      const { id, kind, field, slices } = dimension;
      return {
        code: 'slice',
        data: {
          measure: report.measure,
          dimension: { id, kind, field },
          finding,
          labels: slices.map(({ id: slice, label }) => ({ slice, label })),
          part: finding.kind === 'stage' ? (part.get(finding.system) ?? null) : null,
          dimensions: tested,
        },
        questions: slices.find((slice) => slice.id === finding.slice)!.questions,
      };
    });
}

const first = (findings: readonly SliceFinding[]): SliceFinding =>
  [...findings].sort(
    (a, b) => a.p - b.p || Number(b.kind === 'stage') - Number(a.kind === 'stage') || Math.abs(b.gap) - Math.abs(a.gap),
  )[0]!;

/** Of two slices that are each other's complement, seen from the one with the lower mean. */
function worse(finding: SliceFinding, { slices, findings }: ReportedDimension): SliceFinding {
  const [a, b] = slices;
  const halves = slices.length === 2 && findings.every(({ slice }) => slice === a!.id);
  if (!halves || finding.gap < 0) return finding;
  return {
    ...finding,
    slice: b!.id,
    inside: finding.outside,
    outside: finding.inside,
    gap: -finding.gap,
    ci95: [-finding.ci95[1], -finding.ci95[0]],
  };
}
