import type { JudgmentFormat, Registered } from './format';

export const JUDGMENT_FORMATS: Readonly<Record<string, Registered<JudgmentFormat>>> = {
  beir: {
    name: 'BEIR',
    files: [['TSV', 'query-id', 'corpus-id', 'score']],
    load: async () => (await import('./qrels')).beirQrels,
  },
  mteb: {
    name: 'MTEB',
    files: [['JSON Lines, CSV', 'query-id', 'corpus-id', 'score']],
    load: async () => (await import('./qrels')).mtebQrels,
  },
  'ranx-qrels': {
    name: 'ranx',
    label: 'ranx judgments',
    files: [['JSON', '{query: {document: whole grade}}']],
    load: async () => (await import('./qrels')).ranxQrels,
  },
  'rank-eval': {
    name: 'Rank evaluation',
    label: 'Rank evaluation (_rank_eval)',
    files: [
      ['JSON', 'requests [{id, ratings [{_id, rating}]}]'],
      ['JSON', 'details {request: {hits [{hit {_id}, rating}]}}'],
    ],
    load: async () => (await import('./tool-judgments')).rankEval,
  },
  // Before Quepid's, which has the same fields in a table.
  opensearch: {
    name: 'OpenSearch',
    label: 'OpenSearch judgments',
    files: [['JSON', 'judgmentRatings [{query, ratings [{docId, rating}]}]']],
    load: async () => (await import('./tool-judgments')).openSearch,
  },
  quepid: {
    name: 'Quepid',
    files: [['CSV', 'query', 'docid', 'rating']],
    load: async () => (await import('./tool-judgments')).quepid,
  },
  // The last: lines between white space may be much else.
  'trec-qrels': {
    name: 'TREC qrels',
    files: [['TXT', 'qid', 'iter', 'docno', 'rel']],
    load: async () => (await import('./qrels')).trecQrelsFormat,
  },
};
