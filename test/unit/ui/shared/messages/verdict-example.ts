import type { ComparedVerdict, PairedTest, SystemStanding } from '../../../../../src/domain/verdict/types';
import type { VerdictNames } from '../../../../../src/ui/shared/messages/verdict-badges';

/** `h…` are hybrids, `…r` are reranked. */
export const names: VerdictNames = {
  name: (id) => id.toUpperCase(),
  isHybrid: (id) => id.startsWith('h'),
  isReranked: (id) => id.endsWith('r'),
};

export const test = (difference: number, rest: Partial<PairedTest> = {}): PairedTest => ({
  difference,
  interval: [difference - 0.03, difference + 0.03],
  p: 0.0002,
  holm: 0.001,
  comparisons: 5,
  finding: difference > 0 ? 'better' : 'worse',
  ...rest,
});

const standing = (system: string, candidate: boolean, withinMargin: boolean): SystemStanding => ({
  system,
  mean: 0.7,
  latency: 2,
  toBest: [-0.039, 0.02],
  candidate,
  withinMargin,
});

/** Of `best` and then `others`; the first one is recommended. */
export function verdictOfCase(
  kind: ComparedVerdict['kind'],
  best: readonly string[],
  others: readonly string[],
  rest: Partial<ComparedVerdict> = {},
): ComparedVerdict {
  const within = kind === 'equivalent' || kind === 'identical';
  return {
    measure: 'nDCG@10',
    better: 'higher',
    margin: 0.02,
    questions: 156,
    baseline: 'bm25',
    kind,
    systems: [...best.map((id) => standing(id, true, within)), ...others.map((id) => standing(id, false, false))],
    best,
    recommended: { system: best[0]!, latency: 2.6, reason: 'highest', slower: [] },
    gain: test(0.082),
    badges: {
      questions: {
        state: 'ok',
        questions: 156,
        detectable: 0.0533,
        planned: { system: 'hb', questions: 923, range: [741, 1182] },
        causes: [],
        generated: 0,
        reversedBy: [],
      },
      judgments: { state: 'ok', k: 10, unjudged: 0.12, cause: null, rivals: [], alone: [] },
      saturation: { state: 'ok', questions: 156, differing: 101, causes: [], further: null, tied: [] },
    },
    ...rest,
  };
}
