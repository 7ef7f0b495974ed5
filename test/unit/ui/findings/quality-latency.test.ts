import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { overlap, placeLabels } from '../../../../src/ui/findings/chart-layout';
import {
  drawQuality,
  NAMED_SYSTEMS,
  qualityLatency,
  relativeInterval,
} from '../../../../src/ui/findings/quality-latency';
import { comparisonOf, latencyOf, resultOfValues } from '../result';

interface Made {
  readonly id: string;
  readonly values: readonly number[];
  readonly milliseconds?: number;
}

const resultOf = (systems: readonly Made[], times: 'latency' | 'batches' | 'none' = 'latency') =>
  resultOfValues(Object.fromEntries(systems.map(({ id, values }) => [id, values])), (id) => {
    const { milliseconds } = systems.find((each) => each.id === id)!;
    const latency = times === 'latency' && milliseconds !== undefined ? { latency: latencyOf(milliseconds) } : {};
    return {
      timings: times === 'none' ? null : { queryMedianMilliseconds: milliseconds ?? 0 },

      ...latency,
    };
  });

const SAMPLE: readonly Made[] = [
  { id: 'bm25', values: [0.5, 0.6, 0.7, 0.9], milliseconds: 0.47 },
  { id: 'embedding', values: [0.4, 0.7, 0.8, 0.8], milliseconds: 1.5 },
  { id: 'ensemble', values: [0.7, 0.8, 0.7, 0.95], milliseconds: 2.61 },
  { id: 'ensemble-rrf', values: [0.7, 0.7, 0.8, 0.9], milliseconds: 2.55 },
  { id: 'ensemble-rerank', values: [0.9, 0.7, 0.6, 0.9], milliseconds: 316 },
  { id: 'theirs', values: [0.9, 0.9, 0.6, 0.9] },
];

const data = qualityLatency(resultOf(SAMPLE), 'nDCG@10', comparisonOf(resultOf(SAMPLE)), 'ensemble');

describe('the points of the chart', () => {
  it('have the paired interval of the difference, around the recommended system’s mean', () => {
    const pair = comparisonOf(resultOf(SAMPLE)).pairs.find(({ a, b }) => a === 'bm25' && b === 'ensemble')!;
    const bm25 = data.points[0]!;
    expect(relativeInterval(data, bm25)![0]).toBeCloseTo(pair.ci95.bca![0], 12);
    expect(relativeInterval(data, bm25)![1]).toBeCloseTo(pair.ci95.bca![1], 12);
    expect(bm25.difference).toBeCloseTo(pair.meanDifference, 12);
    // Of the recommended system first in the pair, the signs are turned.
    const rrf = comparisonOf(resultOf(SAMPLE)).pairs.find(({ a, b }) => a === 'ensemble' && b === 'ensemble-rrf')!;
    expect(data.points[3]!.difference).toBeCloseTo(-rrf.meanDifference, 12);
    expect(relativeInterval(data, data.points[3]!)![0]).toBeCloseTo(-rrf.ci95.bca![1], 12);
    expect(data.points[2]).toMatchObject({ interval: null, difference: null });
  });

  it('say of what kind their times are', () => {
    expect(data.times).toBe('latency');
    expect(data.points.at(-1)!.cost).toBeNull();
    expect(qualityLatency(resultOf(SAMPLE, 'batches'), 'nDCG@10', null, 'ensemble')).toMatchObject({
      times: 'batches',
    });
    expect(qualityLatency(resultOf(SAMPLE, 'none'), 'nDCG@10', null, 'ensemble')).toMatchObject({ times: 'none' });
  });

  it('are named of many as far as they are recommended, on the Pareto line, or best', () => {
    const many = Array.from({ length: 44 }, (_, i) => ({
      id: `s${i}`,
      values: [i / 50, i / 60],
      milliseconds: i === 0 ? 0.1 : 5,
    }));
    const { points } = qualityLatency(resultOf(many), 'nDCG@10', null, 's20');
    const named = points.filter(({ isNamed }) => isNamed).map(({ id }) => id);
    expect(named).toHaveLength(NAMED_SYSTEMS);
    expect(named).toEqual(expect.arrayContaining(['s20', 's0', 's43', 's42']));
    expect(named).not.toContain('s10');
  });
});

describe('the drawing', () => {
  const nameOf = (id: string) => ({ 'ensemble-rerank': 'Hybrid (weighted sum) + rerank' })[id] ?? id;

  it.each([358, 552, 884])('fits %d pixels, without two labels that overlap', (width) => {
    const { points, plot } = drawQuality(data, width, 400, nameOf);
    const labels = points.flatMap(({ label }) => label ?? []);
    expect(labels).toHaveLength(SAMPLE.length);
    labels.forEach((label, i) => {
      // Left of the plot are the labels of the axis.
      expect(label.left).toBeGreaterThanOrEqual(plot.left);
      expect(label.right).toBeLessThanOrEqual(width);
      for (const other of labels.slice(i + 1)) expect(overlap(label, other)).toBe(false);
    });
    for (const { x, y } of points) {
      expect(x).toBeGreaterThan(plot.left);
      expect(x).toBeLessThan(width);
      expect(y).toBeGreaterThanOrEqual(plot.top);
      expect(y).toBeLessThanOrEqual(plot.bottom);
    }
  });

  it('leads the Pareto line through what nothing dominates, and on to the end', () => {
    const { points, pareto, untimed } = drawQuality(data, 552, 400, nameOf);
    const at = (id: string) => points.find(({ point }) => point.id === id)!;
    const [bm25, rrf, ensemble] = [at('bm25'), at('ensemble-rrf'), at('ensemble')];
    expect(pareto).toBe(`M${bm25.x} ${bm25.y}H${rrf.x}V${rrf.y}H${ensemble.x}V${ensemble.y}H${untimed}`);
  });

  it('survives one system, equal values, and no times at all', () => {
    for (const systems of [SAMPLE.slice(0, 1), SAMPLE.slice(0, 2).map((each) => ({ ...each, values: [1, 1, 1, 1] }))]) {
      const drawn = drawQuality(qualityLatency(resultOf(systems, 'none'), 'nDCG@10', null, 'bm25'), 400, 300, nameOf);
      for (const { x, y } of drawn.points) expect(Number.isFinite(x + y)).toBe(true);
      expect(drawn.pareto).toBe('');
    }
  });
});

describe('labels', () => {
  it('never overlap, wherever a dozen marks are', () => {
    const mark = fc.record({ x: fc.integer({ min: 40, max: 520 }), y: fc.integer({ min: 20, max: 380 }) });
    fc.assert(
      fc.property(fc.array(mark, { minLength: 2, maxLength: 12 }), (marks) => {
        const points = marks.map((each) => ({ ...each, width: 120, height: 16 }));
        const drawn = marks.map(({ x, y }) => ({ left: x - 8, right: x + 8, top: y - 8, bottom: y + 8 }));
        const placed = placeLabels(points, drawn, { left: 0, top: 0, right: 560, bottom: 400 });
        placed.forEach((label, i) => {
          for (const other of placed.slice(i + 1)) expect(overlap(label, other)).toBe(false);
        });
      }),
      { numRuns: 30, seed: 1 },
    );
  });
});
