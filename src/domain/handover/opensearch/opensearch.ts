import { type Abilities, expressedBy } from '../abilities';
import { fusionOfEngine, toldFusion } from '../fusions';
import { jsonFile, passageLines, passageFile, questionNotes, templateQuestion } from '../files';
import { luceneBulkLines, luceneForms, luceneWords } from '../lucene/index-body';
import { luceneCommands, luceneNotes } from '../lucene/commands';
import type { HandedSystem, HandoverNote, HandoverTarget } from '../target';
import { MAX_QUERIES, opensearchIndex, opensearchPipeline, opensearchSearch } from './bodies';

const ABILITIES: Abilities = {
  words: luceneWords,
  vectors: (search, byScores) =>
    search.kind === 'hnsw' || (search.kind === 'nearest' && (search.metric === 'cosine' || !byScores)),
  fusion: (spec, lists) =>
    lists > MAX_QUERIES
      ? { refusals: [{ code: 'lists', data: { lists, most: MAX_QUERIES } }], nearest: null }
      : fusionOfEngine('opensearch')(spec, lists),
  filters: ['values', 'range'],
  threshold: false,
};

const PIPELINE = 'pipeline.json';

const weightsAreScaled = ({ fusion }: HandedSystem['system']): boolean =>
  fusion !== null && 'weights' in fusion && fusion.weights.reduce((sum, weight) => sum + weight, 0) !== 1;

/** Normalisations that the published description of the API does not list. */
const UNDESCRIBED: readonly (string | undefined)[] = ['z_score'];

function undescribed({ system: { fusion, retrievers } }: HandedSystem): HandoverNote[] {
  const norm = fusion ? toldFusion('opensearch', fusion, retrievers.length).norm : undefined;
  return UNDESCRIBED.includes(norm) ? [{ code: 'undescribed', data: { name: norm! } }] : [];
}

/** OpenSearch 3: a hybrid query with a search pipeline, exact vectors (`knn_score`) or HNSW, BM25 of Lucene. */
export const OPENSEARCH: HandoverTarget = {
  expressed: ({ system }) => expressedBy(ABILITIES, system),
  forms: luceneForms,
  notes: (handed) => [
    ...luceneNotes(handed, '3.0'),
    ...(weightsAreScaled(handed.system) ? [{ code: 'weights-scaled' as const, data: null }] : []),
    ...undescribed(handed),
    ...questionNotes(handed, luceneForms(handed)),
  ],
  commands: (handed, content) =>
    luceneCommands(handed, content, 'OPENSEARCH', opensearchPipeline(handed) ? PIPELINE : null),
  files: (handed, content) => {
    const pipeline = opensearchPipeline(handed);
    return [
      jsonFile('index.json', opensearchIndex(handed)),
      ...(pipeline ? [jsonFile(PIPELINE, pipeline)] : []),
      jsonFile('search.json', opensearchSearch(handed, templateQuestion(luceneForms(handed)))),
      ...passageFile('passages.ndjson', content, (read) =>
        passageLines(read, (passage) => luceneBulkLines(luceneForms(handed), passage)),
      ),
    ];
  },
};
