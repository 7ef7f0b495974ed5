import type { TermText } from './term-text';

/** What an evaluation needs: documents, questions, judgments. */
export const dataTerms = {
  collection: {
    name: 'Collection',
    also: ['dataset', 'corpus', 'test collection'],
    what: 'Documents, questions and judgments that belong together. Systems are compared within one collection.',
    see: ['document', 'question', 'judgment'],
  },
  document: {
    name: 'Document',
    what: 'A source text: a file, a page, a row of a table. Systems retrieve passages of it.',
    see: ['passage', 'chunking'],
  },
  passage: {
    name: 'Passage',
    also: ['chunk'],
    what: 'The unit that is retrieved: a piece of a document, or all of it. Its id names its place in the document.',
    see: ['chunking', 'document'],
  },
  chunking: {
    name: 'Chunking',
    also: ['chunker', 'splitting', 'chunk size', 'overlap'],
    what: 'How documents become passages: by separators, sentences, tokens, headings or windows, of some size and overlap.',
    use: 'Small passages are precise; large ones keep the context. Judgments are of places in documents, so several chunkings can be compared by the same judgments.',
    avoid: 'Passages longer than the model reads are truncated.',
    see: ['late-chunking', 'truncation', 'span'],
  },
  'late-chunking': {
    name: 'Late chunking',
    what: 'The model reads the whole document first. The vector of a passage is then pooled from the token vectors of its place, so that it knows its context.',
    avoid: 'It needs a model that gives token vectors and reads long texts.',
    see: ['chunking', 'pooling'],
  },
  question: {
    name: 'Question',
    also: ['query', 'topic'],
    what: 'What a person asks. Each system answers it with a ranking of passages. In files it is called query.',
    see: ['origin', 'ranking'],
  },
  origin: {
    name: 'Origin of a question',
    also: ['generated questions', 'synthetic questions'],
    what: 'Whether a question was imported, written by you, generated from the documents, or written by a model.',
    use: 'Results can be split by origin.',
    avoid:
      'Generated questions share words with their passages, which favours BM25. They are weaker evidence than questions that people asked.',
    see: ['question', 'slice'],
  },
  judgment: {
    name: 'Judgment',
    also: ['qrel', 'qrels', 'relevance judgment', 'label', 'annotation'],
    what: 'A person’s grade of how relevant a passage is for a question.',
    see: ['grade', 'unjudged-passage', 'pool', 'span'],
  },
  grade: {
    name: 'Grade',
    also: ['rating', 'relevance grade'],
    what: 'The value of a judgment: 0 is not relevant, higher grades are more relevant. A run has a lowest grade that counts as relevant.',
    avoid: 'Grade 0 is not the same as unjudged: somebody looked, and said no.',
    see: ['judgment', 'relevant', 'unjudged-passage'],
  },
  relevant: {
    name: 'Relevant passage',
    also: ['expected passage', 'ground truth', 'relevance threshold'],
    what: 'A passage whose grade is at least the lowest grade that counts as relevant, which is 1 unless you set another.',
    see: ['grade', 'ground-truth'],
  },
  'ground-truth': {
    name: 'Ground-truth text',
    also: ['reference context', 'gold passage', 'AND-of-OR list', 'need'],
    what: 'A text that answers a question. It is located in the documents: exactly, then normalised, then approximately. A question may need several things, and each may be met by any of several passages; recall then counts the needs that are met.',
    see: ['relevant', 'judgment'],
  },
  span: {
    name: 'Judged span',
    what: 'The part of a document that a judgment is about. A passage has the grade of a span where both share half of the shorter one.',
    use: 'Judgments stay valid when documents are chunked in another way.',
    see: ['chunking', 'judgment'],
  },
  'changed-judgments': {
    name: 'Change from judgments and from rankings',
    also: ['label drift', 'stale judgments', 'Shapley', 'decomposition'],
    what: 'The change of a figure between two runs in two parts that add up: what changed judgments account for, and what changed rankings account for.',
    use: 'A system that looks better only because judgments changed did not become better.',
    avoid: 'The parts depend on which is changed first; the mean of both orders is shown where both can be computed.',
    see: ['judgment', 'paired-interval'],
  },
  'unjudged-passage': {
    name: 'Unjudged passage',
    also: ['hole', 'missing judgments', 'incomplete judgments'],
    what: 'A retrieved passage that nobody graded for this question. Most measures count it as not relevant.',
    avoid:
      'A system that finds what earlier systems did not find looks worse than it is. The verdict says whether unjudged passages could reverse it.',
    see: ['pool', 'bounds', 'bpref', 'Judged'],
  },
  pool: {
    name: 'Pool',
    also: ['pooling of judgments', 'pool depth'],
    what: 'The first passages of all systems together, which people then judge.',
    use: 'The systems that formed the pool are compared fairly at that depth.',
    avoid: 'A new system may retrieve passages from outside the pool.',
    see: ['judgment', 'unjudged-passage'],
  },
  kappa: {
    name: 'Cohen’s kappa (κ)',
    also: ['agreement', 'inter-annotator agreement'],
    what: 'How far two sets of judgments agree beyond chance: 1 is full agreement, 0 is what chance gives.',
    formula: 'κ = (p₀ − pₑ) ÷ (1 − pₑ); p₀ observed agreement, pₑ agreement expected by chance',
    see: ['judgment', 'krippendorff'],
  },
  krippendorff: {
    name: 'Krippendorff’s alpha (α)',
    also: ['agreement', 'inter-annotator agreement', 'several judges'],
    what: 'How far several judges agree beyond chance: 1 is full agreement, 0 is that of chance. Any number of judges may each have judged some of the passages.',
    formula: 'α = 1 − Dₒ ÷ Dₑ; Dₒ distance of two grades of one passage, Dₑ of any two grades',
    use: 'Ordinal α fits grades: a 3 and a 0 differ more than a 3 and a 2. Krippendorff (2018) relies on data from .800, and draws tentative conclusions from .667.',
    see: ['kappa', 'merging-rule', 'judgment'],
  },
  'merging-rule': {
    name: 'Merging rule',
    also: ['several judges', 'majority vote', 'adjudication', 'aggregation of judgments'],
    what: 'How the grades of several judges for one passage become the grade that counts: the majority, the median, the mean, the highest, the lowest, or the first judge.',
    use: 'A second look at a disagreement decides it, and overrules the rule.',
    see: ['krippendorff', 'grade'],
  },
  metadata: {
    name: 'Metadata',
    also: ['fields', 'category', 'price'],
    what: 'Fields of a document besides its text: a category, a date, a price. Systems can filter and boost by them, and results can be split by them.',
    see: ['filter', 'boost', 'slice'],
  },
} as const satisfies Record<string, TermText>;
