import { cranfieldPairs } from '../../test/run-values';
import { claimedSystems, stoppedSequences } from './evidence';
import { automaticJudges } from './judges';
import { learnedGradient, learnedInPage } from './learned-gradient';
import { blindComparisons } from './learning';
import { share, type Simulation } from './types';

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

/** What `npm run simulate` prints, in this order. */
export const simulations: readonly Simulation[] = [
  stopping,
  several,
  automaticJudges,
  blindComparisons,
  learnedGradient,
  learnedInPage,
];
