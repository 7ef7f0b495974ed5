import { cranfieldPairs } from '../simulated-checks';
import { claimedSystems, stoppedSequences } from '../simulated-evidence';
import { BOUNDED, hiddenJudgments } from './bounds';
import { clickedRankers } from './clicked-rankers';
import { positionBiasOfLogs } from './clicks';
import { sampledPair } from './passages';
import { automaticJudges } from './judges';
import { learnedGradient, learnedInPage } from './learned-gradient';
import { blindComparisons } from './learning';
import { type CompletePair, cranfieldPools, samplePools } from './pools';
import { share, type Simulation } from './types';

/** Judgments per question. */
const JUDGED = [3, 6, 10];

const stopping: Simulation = {
  title: 'Two systems on Cranfield, read after every question and stopped at the first decision',
  claim:
    'nDCG@10, questions in random order. A winner where there is none in at most 5 %, a difference of .06 in nine of ten.',
  rows: () =>
    cranfieldPairs
      .filter((_, i) => i % 2 === 0)
      .flatMap(({ name, rows }) => {
        const { before, now } = rows[0]!;
        const differences = now.map((value, q) => value - before[q]!);
        return [0, 0.06].map((mean) => ({
          name: `${name}, ${mean === 0 ? 'no difference' : '.06'}`,
          simulate: ({ count, seed }) => {
            const simulated = { differences, mean, sequences: count, seed };
            const [own, reread] = [stoppedSequences(simulated, 'sequence'), stoppedSequences(simulated, 'rereadT')];
            return {
              figures: {
                decided: share(own.decided / count),
                'after (median)': own.questions === null ? '' : `${own.questions} of ${differences.length}`,
                't test read again': share(reread.decided / count),
              },
              holds: mean === 0 ? own.decided <= 0.05 * count : own.decided >= 0.9 * count,
            };
          },
        }));
      }),
};

const several: Simulation = {
  title: 'Five systems on Cranfield, read after every question',
  claim: 'nDCG@10; which system has which value is by chance for each question. False claims in at most 5 %.',
  rows() {
    const own = (run: string): readonly number[] =>
      cranfieldPairs.find(({ name }) => name === `bm25 → ${run}`)!.rows[0]!.now;
    const first = cranfieldPairs.find(({ name }) => name === 'bm25 → lsi')!.rows[0]!.before;
    const rows = [first, ...['tfidf', 'lsi', 'ql-dirichlet', 'tied'].map(own)];
    const cases: readonly (readonly [string, readonly number[]])[] = [
      ['all equally good', [0, 0, 0, 0, 0]],
      ['two equally good, three below by .1', [0.1, 0.1, 0, 0, 0]],
      ['one better by .1', [0.1, 0, 0, 0, 0]],
    ];
    return cases.flatMap(([name, advantages]) =>
      (['corrected', 'uncorrected'] as const).map((correction) => ({
        name: `${name}, ${correction}`,
        simulate: ({ count, seed }) => {
          const sequences = Math.max(1, Math.round(count / 4));
          const found = claimedSystems({ rows, advantages, margin: 0.05, correction, sequences, seed });
          const wrong = found.wrong + found.lost + found.falselyEquivalent;
          return {
            figures: { decided: share(found.decided / sequences), 'false claims': share(wrong / sequences) },
            holds: correction === 'corrected' ? wrong <= 0.05 * sequences : null,
          };
        },
      })),
    );
  },
};

/** Rows fail where two standard errors of the simulation do not explain it. */
const passages = (collection: string, pools: () => CompletePair[]): Simulation => ({
  title: `Sampled passages of ${collection}: bias of the difference, and coverage of 95 % intervals`,
  claim:
    'P@10 and DCG@10 (as a share of the highest there is) are off by less than .003, and the confidence sequence, which is what the app shows, contains the truth at all questions in at least 93 %. Beside them, of which nothing is claimed: t intervals read once, what the ratio estimate of nDCG@10 is off by, and what "unjudged = not relevant" is, most informative first.',
  rows: () =>
    pools().flatMap((pair) =>
      JUDGED.map((n) => ({
        name: `${pair.name}, ${n} per question`,
        simulate: ({ count, seed }) => {
          const { precision, gain, ratio, greedy } = sampledPair(pair, { n, count, seed });
          return {
            figures: {
              'P bias': share(precision.bias, 4),
              'P sequence': share(precision.always),
              'P t once': share(precision.once),
              'DCG bias': share(gain.bias, 4),
              'DCG sequence': share(gain.always),
              'DCG t once': share(gain.once),
              'nDCG ratio': share(ratio, 4),
              'P greedy': share(greedy.precision, 4),
              'DCG greedy': share(greedy.gain, 4),
            },
            holds: [precision, gain].every(
              ({ bias, error, always }) =>
                Math.abs(bias) - 2 * error < 0.003 && always + 2 * Math.sqrt((0.93 * 0.07) / count) >= 0.93,
            ),
          };
        },
      })),
    ),
});

const bounds: Simulation = {
  title: 'Bounds while judgments are hidden, most informative first',
  claim: 'The difference with the whole pool judged is never outside, of no question and of no mean.',
  rows() {
    const pairs = [...cranfieldPools(), ...samplePools()];
    return BOUNDED.map((text) => ({
      name: text,
      simulate: () => {
        const found = pairs.map((pair) => hiddenJudgments(pair, text));
        const decided = found.flatMap(({ decided }) => (decided === null ? [] : [decided])).sort((a, b) => a - b);
        const missed = found.reduce((sum, each) => sum + each.missed, 0);
        return {
          figures: {
            'bounds read': String(found.reduce((sum, each) => sum + each.looked, 0)),
            'that miss': String(missed),
            'pairs decided': `${decided.length} of ${pairs.length}`,
            'after (median)':
              decided.length === 0 ? '' : `${share(decided[Math.floor(decided.length / 2)]!, 2)} of judgments`,
          },
          holds: missed === 0 && found.every(({ right }) => right),
        };
      },
    }));
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
  blindComparisons,
  learnedGradient,
  learnedInPage,
  positionBiasOfLogs,
  clickedRankers,
];
