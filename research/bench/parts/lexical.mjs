import { benchPackages } from './packages.mjs';
import { withScript } from './script.mjs';

const PACKAGES = ['flexsearch@0.8.212', '@orama/orama@3.1.18', 'lunr@2.3.9', 'wink-bm25-text-search@3.1.2'];

/** Our index of words beside MiniSearch: how many times as fast a question, as small, and as soon built. */
const TARGETS = { milliseconds: 400, megabytes: 5, buildMilliseconds: 3 };
/** Smaller ones are there for how costs grow. */
const TARGET_FROM = 50_000;
const FIGURES = [
  ['milliseconds', 'a question', 'ms'],
  ['megabytes', 'the index in memory', 'MB'],
  ['buildMilliseconds', 'building the index', 'ms'],
];

/** BM25 over passages of 80 words, questions of 12, beside what else searches in a browser. */
export async function rows() {
  const folder = benchPackages(PACKAGES);
  const rows = [];
  await withScript('word-index', (run) => {
    for (const [passages, ways] of [
      [1000, ['MiniSearch']],
      [10_000, ['MiniSearch']],
      [50_000, ['MiniSearch', ...(folder ? ['FlexSearch', 'Orama', 'lunr', 'wink'] : [])]],
      [200_000, ['MiniSearch']],
    ]) {
      const ours = run('postings', String(passages));
      for (const name of ways) {
        const theirs = run(name, String(passages), folder ?? '');
        for (const [figure, what, unit] of FIGURES)
          rows.push({
            what: `BM25 over ${passages} passages: ${what}`,
            unit,
            ours: ours[figure],
            against: { name, value: theirs[figure] },
            target: name === 'MiniSearch' && passages >= TARGET_FROM ? TARGETS[figure] : null,
          });
      }
    }
  });
  return rows;
}
