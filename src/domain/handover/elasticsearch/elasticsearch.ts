import { type Abilities, expressedBy } from '../abilities';
import { fusionOfEngine } from '../fusions';
import { jsonFile, passageLines, passageFile, questionNotes, templateQuestion } from '../files';
import { luceneBulkLines, luceneForms, luceneWords } from '../lucene/index-body';
import { luceneCommands, luceneNotes } from '../lucene/commands';
import type { HandoverTarget } from '../target';
import { elasticsearchIndex, elasticsearchSearch } from './bodies';

const ABILITIES: Abilities = {
  words: luceneWords,
  // Scores of other metrics are no straight line of Hitrate's, and a fusion of scores would read other numbers.
  vectors: (search, byScores) =>
    search.kind === 'hnsw' || (search.kind === 'nearest' && (search.metric === 'cosine' || !byScores)),
  fusion: fusionOfEngine('elasticsearch'),
  filters: ['values', 'range'],
  threshold: true,
};

/** Elasticsearch 9: retrievers `rrf` and `linear`, exact vectors (`flat`) or HNSW, BM25 of Lucene. */
export const ELASTICSEARCH: HandoverTarget = {
  expressed: ({ system }) => expressedBy(ABILITIES, system),
  forms: luceneForms,
  notes: (handed) => [...luceneNotes(handed, '9.2'), ...questionNotes(handed, luceneForms(handed))],
  commands: (handed, content) => luceneCommands(handed, content, 'ELASTICSEARCH', null),
  files: (handed, content) => [
    jsonFile('index.json', elasticsearchIndex(handed)),
    jsonFile('search.json', elasticsearchSearch(handed, templateQuestion(luceneForms(handed)))),
    ...passageFile('passages.ndjson', content, (read) =>
      passageLines(read, (passage) => luceneBulkLines(luceneForms(handed), passage)),
    ),
  ],
};
