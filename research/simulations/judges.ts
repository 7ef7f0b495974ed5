import { goldenPath, readQrels, readRun, sharedGoldenPath } from '../../test/golden/read';
import {
  anytimeErrors,
  coverageOnce,
  judgedDifferences,
  JUDGES,
  type JudgedDifferences,
  type JudgeName,
  populationCoverage,
} from './judged-sample';
import { share, type SimulatedRow, type Simulation, type SimulationOptions } from './types';

/** Questions that people judge; automatic judges judge all. */
const JUDGED = 50;

const NAMES: Readonly<Record<JudgeName, string>> = {
  copies: 'copies the second system',
  random: 'judges at random',
  good: 'is right four times in five',
};

const qrelsPath = sharedGoldenPath('runs', 'cranfield.qrels');

/** No row where the judgments of Cranfield are absent. */
export const automaticJudges: Simulation = {
  title: `Automatic judges on Cranfield, corrected by ${JUDGED} questions that people judged`,
  claim:
    'nDCG@10. Read once, 95 % intervals cover in .93 to .97, of the questions themselves and of questions like them; read after every question they are wrong at any time in at most 5 %. Widths beside those of human judgments alone.',
  rows() {
    if (qrelsPath === null) return [];
    const qrels = readQrels(qrelsPath);
    const bm25 = readRun(goldenPath('runs', 'bm25.run'));
    return ['lsi', 'tfidf', 'ql-dirichlet'].flatMap((run) => {
      const own = readRun(goldenPath('runs', `${run}.run`));
      return (Object.keys(JUDGES) as JudgeName[]).map((judge) => ({
        name: `${run} − bm25, a judge that ${NAMES[judge]}`,
        simulate: (options) => corrected(judgedDifferences([own, bm25], qrels, judge, options.seed), options),
      }));
    });
  },
};

function corrected(differences: JudgedDifferences, { count, seed }: SimulationOptions): SimulatedRow {
  const simulated = { ...differences, judged: JUDGED, count, seed };
  const once = coverageOnce(simulated, 'corrected');
  const alone = coverageOnce(simulated, 'humanOnly');
  const population = populationCoverage(simulated);
  const anytime = anytimeErrors(simulated);
  const nobody = anytimeErrors({ ...simulated, automatic: new Float64Array(simulated.human.length) });
  // Two standard errors of the simulation.
  const slack = 2 * Math.sqrt((0.95 * 0.05) / count);
  return {
    figures: {
      'once covers': share(once.covered),
      width: share(once.width),
      'people alone': share(alone.width),
      'like these covers': share(population.covered),
      'always errs': share(anytime.errors),
      'width ': share(anytime.width),
      'people alone ': share(nobody.width),
      'uncorrected covers': share(coverageOnce(simulated, 'uncorrected').covered),
    },
    holds:
      [once, population].every(({ covered }) => covered >= 0.93 - slack && covered <= 0.97 + slack) &&
      anytime.errors <= 0.05 + slack,
  };
}
