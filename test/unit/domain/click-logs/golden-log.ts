import { readFileSync } from 'node:fs';
import { type ClickLog, ClickLogBuilder } from '../../../../src/domain/click-logs/click-log';

interface Golden {
  /** Query, whether in random order, documents by position, and 1 where clicked. */
  readonly log: readonly (readonly [number, number, string, string])[];
  readonly theta: readonly number[];
  readonly rates: readonly number[];
  readonly randomised: readonly number[];
  readonly em: readonly number[];
  readonly coec: readonly {
    readonly query: number;
    readonly doc: number;
    readonly shown: number;
    readonly clicks: number;
    readonly expected: number;
    readonly coec: number;
  }[];
  readonly weighted: readonly {
    readonly clip: number;
    readonly pairs: readonly { readonly rate: number; readonly effective: number }[];
  }[];
}

/** Of tools/golden/clicks.py. */
export const golden = JSON.parse(readFileSync('test/golden/clicks.json', 'utf8')) as Golden;

/** Queries `q0`, `q1`, …; documents `d0`, `d1`, … */
export function goldenLog(randomised: 'as it is' | 'never' = 'as it is'): ClickLog {
  const builder = new ClickLogBuilder();
  for (const [query, isRandom, order, clicks] of golden.log)
    builder.add({
      query: `q${query}`,
      arm: null,
      time: NaN,
      randomised: randomised === 'as it is' && isRandom === 1,
      shown: [...order].map((doc, k) => ({ doc: `d${doc}`, position: k + 1, clicked: clicks[k] === '1' })),
    });
  return builder.finish();
}

/** The golden entry of a pair, by names. */
export const goldenPair = (log: ClickLog, query: number, doc: number): number =>
  golden.coec.findIndex((each) => `q${each.query}` === log.queries[query] && `d${each.doc}` === log.docs[doc]);
