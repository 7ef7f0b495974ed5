import type { TermText } from './term-text';

/** What a run gives, and what is read from it. */
export const resultTerms = {
  run: {
    name: 'Run',
    what: 'One execution of an experiment: each system ranks passages for every question. Its rankings are kept.',
    see: ['result', 'experiment', 'ranking'],
  },
  experiment: {
    name: 'Experiment',
    also: ['configuration', 'settings'],
    what: 'Everything that decides the figures: systems, chunkings, models, measures, seed. Exported and run elsewhere, it gives the same digits.',
    see: ['run'],
  },
  ranking: {
    name: 'Ranking',
    also: ['list', 'ranked list', 'rank'],
    what: 'The passages that a system returns for a question, best first. The first has rank 1.',
    see: ['k', 'ties'],
  },
  result: {
    name: 'Result',
    what: 'The figures of a run: the measures of each system, their comparisons, latency.',
    see: ['run', 'verdict'],
  },
  k: {
    name: 'k (cut-off)',
    also: ['cutoff', 'top-k', '@k', 'depth'],
    what: 'How many passages of a ranking a measure looks at: nDCG@10 looks at the first ten.',
    use: 'Choose the number of passages that a reader, or a language model, gets to see.',
    see: ['ranking'],
  },
  ties: {
    name: 'Ties',
    also: ['equal scores'],
    what: 'Passages with equal scores. They are ordered as trec_eval orders them, by id, descending.',
    avoid: 'Where ties decide a measure, the range of values that it could have is shown.',
    see: ['ranking', 'saturation'],
  },
  verdict: {
    name: 'Verdict',
    also: ['finding', 'recommendation'],
    what: 'Which system to use, by one measure: the one that is shown to be best; or, of those that may be best or are shown to be within the smallest difference that matters, one that does not take materially longer.',
    avoid: 'It holds for these documents and questions.',
    see: ['best-comparison', 'margin', 'badges', 'latency'],
  },
  badges: {
    name: 'What could reverse the verdict',
    also: ['caveats', 'warnings'],
    what: 'Three facts below the verdict: questions, judgments, saturation. One is amber only where it could reverse the verdict.',
    see: ['detectable-difference', 'bounds', 'saturation'],
  },
  baseline: {
    name: 'Baseline',
    what: 'The system that others are held against, usually BM25 or what you use today.',
    see: ['gain'],
  },
  gain: {
    name: 'Gain over the baseline',
    what: 'The mean difference between the recommended system and the baseline, with its paired interval.',
    see: ['baseline', 'paired-interval'],
  },
  latency: {
    name: 'Latency',
    also: ['time per question', 'response time', 'speed'],
    what: 'How long one question takes, from its text to its final list, with models loaded and indexes open.',
    use: 'It compares systems on this machine. Each is measured with one question at a time and nothing cached.',
    avoid: 'A server with another engine has other times, though usually the same order.',
    see: ['median-latency', 'tail-latency', 'index-size'],
  },
  'median-latency': {
    name: 'Median latency',
    also: ['p50'],
    what: 'Half of the questions take at most this long.',
    see: ['latency', 'tail-latency'],
  },
  'tail-latency': {
    name: '95th percentile of latency',
    also: ['p95', 'tail latency'],
    what: 'Of 100 questions 95 take at most this long.',
    avoid: 'Of few questions it is little more than the slowest.',
    see: ['latency', 'median-latency'],
  },
  'index-size': {
    name: 'Index size and model download',
    also: ['memory', 'storage', 'cost'],
    what: 'The bytes of the word index and of the vectors that are searched, and the bytes of the models that a system needs. They are part of its cost.',
    see: ['latency', 'quantisation'],
  },
  pareto: {
    name: 'Pareto line',
    also: ['Pareto front', 'trade-off'],
    what: 'The best quality that any system reaches within a given time. A system below the line has lower quality than another that is no slower.',
    see: ['latency'],
  },
  saturation: {
    name: 'Saturation',
    also: ['ceiling effect', 'floor effect'],
    what: 'Whether questions and scores let the systems differ at all: too few questions on which they differ, all near the best or the worst possible value, ties that decide, or too few questions for the smallest difference that matters between any two of them.',
    use: 'Harder questions separate systems that are all near the best value; more questions find smaller differences.',
    see: ['ties', 'badges'],
  },
  miss: {
    name: 'Missed passage',
    also: ['loss', 'failure', 'cause'],
    what: 'A relevant passage that is not within the first k. Its cause is the first that matches: not among the passages that are searched, truncated, shared words removed by the analyzer, no shared words, lost in fusion, below the rerank candidates, demoted by the reranker, just below k, other.',
    use: 'Per question, the losses by cause sum to 1 − recall.',
    see: ['Recall', 'truncation', 'candidates'],
  },
} as const satisfies Record<string, TermText>;
