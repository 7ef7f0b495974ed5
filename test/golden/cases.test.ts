import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCollection } from '../../src/adapters/files/read';
import { measureOf } from '../../src/domain/measures/parse';
import { aggregate, score } from '../../src/domain/measures/score';
import { toQrels } from '../../src/domain/run/judgments';
import { casePath } from '../data';
import { folderFiles } from '../folder-files';
import { listsOf } from '../unit/adapters/files/make';

/** Documents, questions, judgments; runs as `lists/hits`; codes of warnings or problems; figures of the last run. */
interface Right {
  readonly counts?: readonly [docs: number, questions: number, judgments: number];
  readonly runs?: readonly string[];
  readonly says?: readonly string[];
  readonly figures?: Readonly<Record<string, number>>;
}

const PYTERRIER = { 'HitRate@1': 0.8333, MRR: 0.9167, MAP: 0.9167, 'nDCG@5': 0.9385 };
const SAID = ['ranks-for-scores'];

/** What is right of files that other tools or Hitrate itself failed on: a figure, or what is said instead. */
const RIGHT: Readonly<Record<string, Right>> = {
  '03-bpref-no-judged-nonrelevant': { figures: { bpref: 0.75 } },
  '08-run-with-other-document-ids': { says: ['ids-apart'] },
  '10-one-judged-document-missing': { says: ['partly-judged'] },
  '11a-duplicate-corpus-ids-same-text': { says: ['duplicate-judgment', 'repeated-documents'] },
  '17b-grades-like-0.5': { says: ['fractional-grades'] },
  '33a-fusion-base': { says: [] },
  '55-scores-are-distances': { says: ['rising-scores'] },
  '71a-ids-in-two-unicode-forms': { says: ['judged-apart'] },
  '12e-ids-with-spaces-in-run': { counts: [0, 2, 2], runs: ['2/3'], figures: { MRR: 1 } },
  '16-quoted-grade': { says: [] },
  '20-quepid-snapshot-export-with-ratings': { counts: [0, 2, 4], says: ['passed-over', 'unused-fields'] },
  '21c-ragas-old-columns': { counts: [3, 3, 3], runs: [], says: ['answers-no-passages'] },
  '21c2-ragas-0.1-testset': { counts: [3, 3, 3], runs: [], says: ['answers-no-passages'] },
  '21e-deepeval-json': { counts: [3, 3, 3], runs: ['3/6'] },
  '27-llamaindex-eval-results-csv': { counts: [0, 3, 3], runs: ['3/9'], figures: { 'HitRate@3': 1 } },
  '29a-phoenix-csv-python-repr': { counts: [5, 3, 3], says: ['unused-files'] },
  '29c-collection-and-a-run-with-five-columns': { says: ['unused-files'] },
  '50b-beir-no-header-four-columns': { counts: [5, 3, 3] },
  '50f-gz-of-several-members': { says: [] },
  '59a-tar-gz': { says: ['bad-archive', 'unrecognised-files'] },
  '59b-bz2-xz': { says: ['bad-archive'] },
  '62-rank-llm-json': { counts: [3, 2, 2], runs: ['2/3'], figures: { 'P@1': 0.5 } },
  '72b-beir-qrels-tsv-queries-and-run-no-corpus': { counts: [0, 2, 2], runs: ['2/3'], figures: { MRR: 0.75 } },
  'peers/01-pyterrier-docid-instead-of-docno': { runs: ['6/30'], figures: PYTERRIER },
  'peers/02-pyterrier-docid-names-with-letters': { runs: ['6/30'], figures: PYTERRIER },
  'peers/03-langchain-results-beside-a-collection': { runs: ['6/30'], says: [...SAID, 'unused-fields'] },
  'peers/05-haystack-detailed-report-beside-a-collection': {
    says: [...SAID, 'unused-fields'],
    figures: { MRR: 0.9167, MAP: 0.9167, 'nDCG@5': 0.9385 },
  },
  'peers/06-chroma-query-beside-a-collection': { counts: [12, 6, 7], runs: [], says: ['unused-files'] },
  'peers/08-llamaindex-results-beside-a-dataset': { runs: ['6/30'], says: [...SAID, 'unused-fields'] },
  'peers/09-ranx-lz4': { counts: [0, 6, 7], says: ['unused-files'] },
  'peers/11-hf-save-to-disk': { says: [] },
  'peers/12-chroma-get-as-corpus': { counts: [12, 6, 7] },
  'peers/14-llamaindex-results-split-json': { counts: [11, 6, 7], runs: ['6/30'] },
  'peers/15-chroma-query-with-question-texts': { runs: ['6/30'] },
  'peers/17-hf-parquet': { says: [] },
  'peers/18-named-file-silently-ignored': {
    counts: [90, 30, 30],
    runs: ['30/150', '30/300', '30/300', '30/300'],
    says: [...SAID, 'unused-fields', 'unused-files'],
  },
};

describe.skipIf(casePath() === null)('files that failed', () => {
  it.each(Object.entries(RIGHT))('%s', async (name, { counts, runs, says, figures }) => {
    const folder = casePath(name)!;
    const named = readFileSync(join(folder, 'cmd'), 'utf8').split(/\s+/);
    const files = folderFiles(join(folder, 'in'))
      .map(({ path, file }) => ({ path: path.slice('in/'.length), file }))
      .filter(({ path }) => named.some((each) => each === 'in' || path === each || path.startsWith(`${each}/`)));
    expect(files.length).toBeGreaterThan(0);
    const outcome = await readCollection({ files }, () => undefined);
    const found = outcome.ok && outcome.kind === 'collection' ? outcome : null;
    const said = outcome.ok ? outcome.warnings : outcome.problems;
    if (says) expect([...new Set(said.map(({ code }) => code))].sort()).toEqual([...says].sort());
    else expect(found).not.toBeNull();
    if (counts) {
      const { docs, queries, judgments } = found!.dataset;
      expect([docs.length, queries.length, judgments.length]).toEqual(counts);
    }
    if (runs) {
      const sizes = found!.runs.map(({ run }) => `${run.queries.length}/${run.rankings.docs.length}`);
      expect(sizes.sort()).toEqual(runs);
    }
    if (!figures) return;
    const measures = Object.keys(figures).map(measureOf);
    const { values } = score(listsOf(found!.runs.at(-1)!), toQrels(found!.dataset.judgments), measures);
    for (const measure of measures)
      expect(aggregate(measure, values.get(measure.text)!), measure.text).toBeCloseTo(figures[measure.text]!, 4);
  });
});
