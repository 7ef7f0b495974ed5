import { readFileSync } from 'node:fs';
import { ClickLogBuilder, type ClickSummary } from '../../../../src/domain/click-logs/click-log';

interface Golden {
  /** Query, documents by position, and 1 where clicked. */
  readonly log: readonly (readonly [number, string, string])[];
  readonly coec: readonly {
    readonly query: number;
    readonly doc: number;
    readonly shown: number;
    readonly clicks: number;
    readonly expected: number;
    readonly coec: number;
  }[];
}

/** Of tools/golden/clicks.py. */
export const golden = JSON.parse(readFileSync('test/golden/clicks.json', 'utf8')) as Golden;

/** Each of its documents is a letter; those of `clicks` were clicked. */
export function logOf(
  ...impressions: readonly (readonly [query: string, docs: string, clicks: string])[]
): ClickSummary {
  const builder = new ClickLogBuilder();
  for (const [query, docs, clicks] of impressions)
    builder.add({
      query,
      shown: [...docs].map((doc, k) => ({ doc, position: k + 1, clicked: clicks.includes(doc) })),
    });
  return builder.finish();
}

/** Queries `q0`, `q1`, …; documents `0`, `1`, … */
export const goldenLog = (): ClickSummary =>
  logOf(
    ...golden.log.map(
      ([query, docs, clicks]) => [`q${query}`, docs, [...docs].filter((_, k) => clicks[k] === '1').join('')] as const,
    ),
  );

/** The golden entry of a pair, by names. */
export const goldenPair = (log: ClickSummary, query: number, doc: number): number =>
  golden.coec.findIndex((each) => `q${each.query}` === log.queries[query] && `${each.doc}` === log.docs[doc]);
