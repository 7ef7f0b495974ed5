import { cranfieldPairs } from '../simulated-checks';
import { claimedSystems, stoppedSequences } from '../simulated-evidence';
import { BOUNDED, hiddenJudgments } from './bounds';
import { sampledPair } from './passages';
import { automaticJudges } from './judges';
import { type CompletePair, cranfieldPools, samplePools } from './pools';
import { share, type SimulatedRow, type Simulation } from './types';

/** Judgments per question. */
const JUDGED = [3, 6, 10];

const stopping: Simulation = {
  title: 'Two systems on Cranfield, read after every question and stopped at the first decision',
  claim:
    'nDCG@10, questions in random order. A winner where there is none in at most 5 %, a difference of .06 in nine of ten.',
  *rows({ count, seed }) {
    for (const { name, rows } of cranfieldPairs.filter((_, i) => i % 2 === 0)) {
      const { before, now } = rows[0]!;
      const differences = now.map((value, q) => value - before[q]!);
      for (const mean of [0, 0.06]) {
        const simulated = { differences, mean, sequences: count, seed };
        const [own, reread] = [stoppedSequences(simulated, 'sequence'), stoppedSequences(simulated, 'rereadT')];
        yield {
          name: `${name}, ${mean === 0 ? 'no difference' : '.06'}`,
          figures: {
            decided: share(own.decided / count),
            'after (median)': own.questions === null ? '' : `${own.questions} of ${differences.length}`,
            't test read again': share(reread.decided / count),
          },
          holds: mean === 0 ? own.decided <= 0.05 * count : own.decided >= 0.9 * count,
        };
      }
    }
  },
};

const several: Simulation = {
  title: 'Five systems on Cranfield, read after every question',
  claim: 'nDCG@10; which system has which value is by chance for each question. False claims in at most 5 %.',
  *rows({ count, seed }) {
    const own = (run: string): readonly number[] =>
      cranfieldPairs.find(({ name }) => name === `bm25 → ${run}`)!.rows[0]!.now;
    const first = cranfieldPairs.find(({ name }) => name === 'bm25 → lsi')!.rows[0]!.before;
    const rows = [first, ...['tfidf', 'lsi', 'ql-dirichlet', 'tied'].map(own)];
    const sequences = Math.max(1, Math.round(count / 4));
    const cases: readonly (readonly [string, readonly number[]])[] = [
      ['all equally good', [0, 0, 0, 0, 0]],
      ['two equally good, three below by .1', [0.1, 0.1, 0, 0, 0]],
      ['one better by .1', [0.1, 0, 0, 0, 0]],
    ];
    for (const [name, advantages] of cases)
      for (const correction of ['corrected', 'uncorrected'] as const) {
        const found = claimedSystems({ rows, advantages, margin: 0.05, correction, sequences, seed });
        const wrong = found.wrong + found.lost + found.falselyEquivalent;
        yield {
          name: `${name}, ${correction}`,
          figures: { decided: share(found.decided / sequences), 'false claims': share(wrong / sequences) },
          holds: correction === 'corrected' ? wrong <= 0.05 * sequences : null,
        };
      }
  },
};

/** Rows fail where two standard errors of the simulation do not explain it. */
const passages = (collection: string, pools: () => CompletePair[]): Simulation => ({
  title: `Sampled passages of ${collection}: bias of the difference, and coverage of 95 % intervals`,
  claim:
    'P@10 and DCG@10 (as a share of the highest there is) are off by less than .003, with intervals that contain the truth in at least 93 %, read once (t) or always (confidence sequence). Beside them the ratio estimate of nDCG@10, and what "unjudged = not relevant", most informative first, is off by.',
  *rows({ count, seed }) {
    for (const pair of pools())
      for (const n of JUDGED) {
        const { precision, gain, ratio, greedy } = sampledPair(pair, { n, count, seed });
        yield {
          name: `${pair.name}, ${n} per question`,
          figures: {
            'P bias': share(precision.bias, 4),
            'P once': share(precision.once),
            'P always': share(precision.always),
            'DCG bias': share(gain.bias, 4),
            'DCG once': share(gain.once),
            'DCG always': share(gain.always),
            'nDCG ratio': share(ratio, 4),
            'P greedy': share(greedy.precision, 4),
            'DCG greedy': share(greedy.gain, 4),
          },
          holds: [precision, gain].every(
            ({ bias, error, once, always }) =>
              Math.abs(bias) - 2 * error < 0.003 &&
              Math.min(once, always) + 2 * Math.sqrt((0.93 * 0.07) / count) >= 0.93,
          ),
        };
      }
  },
});

const bounds: Simulation = {
  title: 'Bounds while judgments are hidden, most informative first',
  claim: 'The difference with the whole pool judged is never outside, of no question and of no mean.',
  *rows() {
    const pairs = [...cranfieldPools(), ...samplePools()];
    for (const text of BOUNDED) {
      const found = pairs.map((pair) => hiddenJudgments(pair, text));
      const decided = found.flatMap(({ decided }) => (decided === null ? [] : [decided])).sort((a, b) => a - b);
      const missed = found.reduce((sum, each) => sum + each.missed, 0);
      yield {
        name: text,
        figures: {
          'bounds read': String(found.reduce((sum, each) => sum + each.looked, 0)),
          'that miss': String(missed),
          'pairs decided': `${decided.length} of ${pairs.length}`,
          'after (median)':
            decided.length === 0 ? '' : `${share(decided[Math.floor(decided.length / 2)]!, 2)} of judgments`,
        },
        holds: missed === 0 && found.every(({ right }) => right),
      } satisfies SimulatedRow;
    }
  },
};

/** What `npm run simulate` prints, in this order. */
export const simulations: readonly Simulation[] = [
  stopping,
  several,
  passages('Cranfield', cranfieldPools),
  passages('the bundled sample', samplePools),
  bounds,
  automaticJudges,
];
