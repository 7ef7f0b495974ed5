import { scaleLinear } from 'd3-scale';
import type { Insight } from '../../domain/insights/insight';
import type { Interval } from '../../domain/statistics/types';
import { sliceName } from '../shared/messages/slices';

/** A mean with its interval, in a row of its own. */
export interface IntervalRow {
  readonly label: string;
  readonly mean: number;
  readonly ci95: Interval;
}

/** Rows of intervals of what an insight is about; empty where it counts questions. @param all what it was computed of */
export function intervalRows(
  insight: Insight,
  all = 'All questions',
): { readonly system: string | null; readonly rows: IntervalRow[] } {
  if (insight.code === 'slice') {
    const { finding, labels } = insight.data;
    const rows = finding.slices.map(({ slice, mean, ci95 }) => ({
      label: sliceName(labels.find((each) => each.slice === slice)!.label),
      mean,
      ci95,
    }));
    return { system: finding.system, rows: rows.sort((a, b) => b.mean - a.mean) };
  }
  if (insight.code === 'stage' && insight.data.ci95) {
    const { system, difference: mean, ci95 } = insight.data;
    return { system, rows: [{ label: all, mean, ci95 }] };
  }
  return { system: null, rows: [] };
}

/** A scale that contains 0 and all intervals, and its ticks. */
export function intervalScale(rows: readonly IntervalRow[], from: number, to: number) {
  const ends = rows.flatMap(({ ci95 }) => ci95);
  const scale = scaleLinear([Math.min(0, ...ends), Math.max(0, ...ends)], [from, to]);
  // Small steps have longer texts.
  return {
    at: (value: number): number => scale(value),
    ticks: scale.ticks(Math.max(...ends, 0) - Math.min(...ends, 0) < 0.02 ? 2 : 4),
  };
}

/** Rows and columns of squares, one a question; null where there are too many to be seen. */
export function squares(of: number, width: number): { readonly columns: number; readonly rows: number } | null {
  const MAX = 400;
  if (of > MAX) return null;
  const columns = Math.floor((width + SQUARE_GAP) / SQUARE_STEP);
  return { columns, rows: Math.ceil(of / columns) };
}

export const SQUARE_STEP = 10.5;
const SQUARE_GAP = 2.2;
export const SQUARE = SQUARE_STEP - SQUARE_GAP;
