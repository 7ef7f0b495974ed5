import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ClickLogBuilder } from '../../../../src/domain/click-logs/click-log';
import { clickPairs } from '../../../../src/domain/click-logs/click-pairs';
import { clickedRows } from '../../../../src/domain/click-logs/clicked-rows';
import { clickGradients, nextRatios } from '../../../../src/domain/ltr/click-gradients';

interface Ratios {
  readonly clicked: readonly number[];
  readonly other: readonly number[];
}

interface Golden {
  /** Query, documents by position, and 1 where clicked. */
  readonly log: readonly (readonly [number, readonly number[], readonly number[]])[];
  readonly scores: readonly (readonly number[])[];
  readonly sigma: number;
  readonly bias: Ratios;
  readonly gradients: readonly (readonly number[])[];
  readonly hessians: readonly (readonly number[])[];
  readonly ratios: readonly (Ratios & { readonly p: number })[];
  readonly rejected: {
    readonly gradients: Readonly<Record<string, readonly (readonly number[])[]>>;
    readonly ratios: Readonly<Record<string, Ratios>>;
  };
}

/** Of tools/golden/click_gradients.py, which goes through the lists one by one. */
const golden = JSON.parse(readFileSync('test/golden/click-gradients.json', 'utf8')) as Golden;
const docs = golden.scores[0]!.length;

function derived() {
  const builder = new ClickLogBuilder();
  for (const [query, order, clicks] of golden.log)
    builder.add({
      query: `q${query}`,
      arm: null,
      randomised: false,
      time: NaN,
      shown: order.map((doc, k) => ({ doc: `d${doc}`, position: k + 1, clicked: clicks[k] === 1 })),
    });
  const log = builder.finish();
  const rowOf = (query: number, doc: number): number =>
    Number(log.queries[query]!.slice(1)) * docs + Number(log.docs[doc]!.slice(1));
  const offsets = Int32Array.from({ length: golden.scores.length + 1 }, (_, q) => q * docs);
  const values = Float64Array.from(golden.scores.flat());
  const { pairs, matrix } = clickedRows({ names: ['score'], values, offsets }, clickPairs(log), rowOf);
  const rows = matrix.values.length;
  const into = { gradients: new Float64Array(rows), hessians: new Float64Array(rows) };
  const padded = (of: readonly number[]): Float64Array =>
    Float64Array.from({ length: pairs.positions }, (_, k) => of[k] ?? 1);
  const bias = { clicked: padded(golden.bias.clicked), other: padded(golden.bias.other) };
  const losses = clickGradients(pairs, golden.sigma)(matrix.values, bias, into);
  return { matrix, into, losses };
}

const differs = (found: readonly number[], wrong: readonly number[]): boolean =>
  found.some((value, i) => Math.abs(value - wrong[i]!) > 1e-3);

describe('gradients of clicked pairs', () => {
  const { matrix, into, losses } = derived();
  const [gradients, hessians] = [[...into.gradients], [...into.hessians]];

  it('are those of the golden computation, list by list', () => {
    // Every passage is in a pair: the rows are those of the golden values.
    expect([...matrix.values]).toEqual(golden.scores.flat());
    golden.gradients.flat().forEach((value, row) => expect(gradients[row]).toBeCloseTo(value, 10));
    golden.hessians.flat().forEach((value, row) => expect(hessians[row]).toBeCloseTo(value, 10));
  });

  it.each(Object.keys(golden.rejected.gradients))('are not those of %s', (name) => {
    expect(differs(gradients, golden.rejected.gradients[name]!.flat())).toBe(true);
  });

  it.each(golden.ratios)('give the position bias at p = $p', ({ p, clicked, other }) => {
    const found = nextRatios(losses, p);
    clicked.forEach((value, k) => expect(found.clicked[k]).toBeCloseTo(value, 10));
    other.forEach((value, k) => expect(found.other[k]).toBeCloseTo(value, 10));
    // Positions without a pair.
    expect(found.clicked.slice(clicked.length).every((ratio) => ratio === 1)).toBe(true);
  });

  it.each(Object.keys(golden.rejected.ratios))('give no bias of %s', (name) => {
    const { clicked, other } = nextRatios(losses, 0.5);
    const wrong = golden.rejected.ratios[name]!;
    expect(differs([...clicked].slice(0, 4), wrong.clicked) && differs([...other].slice(0, 4), wrong.other)).toBe(true);
  });
});
