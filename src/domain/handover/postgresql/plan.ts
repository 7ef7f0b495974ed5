import type { RetrieverSpec } from '../../retrieval/retriever-spec';
import type { FilterSpec } from '../../retrieval/metadata/metadata-spec';
import { GRAPH, isVectors, metricOf, indexPlace } from '../files';
import type { HandedSystem } from '../target';
import { fusionSql } from './fusion-sql';
import { scorerSql } from './scorer-sql';
import { FILTER_COLUMNS, type RetrieverPlan, type SearchPlan } from './search-sql';
import { double, quotedText, type PassageKey } from './sql-text';

/** A schema's name of that of an index. */
const schemaName = (name: string): string => name.replaceAll('-', '_');

/** Of the column and the function of a retriever. */
const retrieverName = (retriever: RetrieverSpec, place: number): string =>
  `${isVectors(retriever) ? 'vector' : 'tokens'}_${place + 1}`;

/**
 * What a system is in SQL.
 * @param words where scores of words that pg_textsearch has are to be computed: `index` by it, `postings` without it
 * @throws {RangeError} for a system that PostgreSQL cannot express
 */
export function searchPlan(
  handed: HandedSystem,
  words: 'index' | 'postings' = 'index',
  key: PassageKey = 'position',
): SearchPlan {
  const { system, depth } = handed;
  const schema = schemaName(handed.name);
  const filter = system.filter ? filterSql(system.filter) : null;
  const retrievers = system.retrievers.map((retriever, i) => {
    const shared = { schema, key, name: retrieverName(retriever, indexPlace(handed, i)), filter };
    return retrieverPlan(retriever, handed, i, words, shared);
  });
  const fusion = system.fusion && retrievers.length > 1 ? fusionSql(system.fusion, retrievers.length) : null;
  if (system.fusion && retrievers.length > 1 && fusion === null) throw new RangeError('the fusion is not had in SQL');
  const filtered = system.filter ? (system.filter.kind === 'range' ? 'number' : 'values') : null;
  return { schema, key, retrievers, fusion, depth, threshold: system.threshold, filtered };
}

function retrieverPlan(
  retriever: RetrieverSpec,
  { dimensions, approximate }: HandedSystem,
  place: number,
  words: 'index' | 'postings',
  shared: Pick<RetrieverPlan, 'schema' | 'key' | 'name' | 'filter'>,
): RetrieverPlan {
  if (retriever.kind === 'minisearch' || retriever.kind === 'lexical') {
    const scorer = scorerSql(retriever);
    if (scorer) return { kind: 'words', ...shared, scorer, by: scorer.indexed ? words : 'postings' };
  }
  const length = dimensions[place] ?? null;
  if (isVectors(retriever) && retriever.search.kind === 'nearest' && length !== null) {
    const graph = approximate ? GRAPH : null;
    return { kind: 'vectors', ...shared, dimensions: length, metric: metricOf(retriever), graph };
  }
  throw new RangeError(`PostgreSQL has no search of the kind ${retriever.kind}`);
}

/** A condition of passages `p`; one that reads the question is none of the server. */
function filterSql(filter: FilterSpec): string {
  switch (filter.kind) {
    case 'values':
      return `p.${FILTER_COLUMNS.values} && ARRAY[${filter.values.map(quotedInBody).join(', ')}]::text[]`;
    case 'range': {
      const { least, most } = filter;
      const ends = [
        ...(least === null ? [] : [`p.${FILTER_COLUMNS.number} >= ${double(least)}`]),
        ...(most === null ? [] : [`p.${FILTER_COLUMNS.number} <= ${double(most)}`]),
      ];
      return ends.join(' AND ');
    }
    case 'question':
      throw new RangeError('a filter by what the question names is not had in SQL');
  }
}

/** A text within the body of a function, which {@link BODY_END} would end. */
const quotedInBody = (text: string): string => quotedText(text).replaceAll(BODY_END, `$hit' || 'rate$`);

const BODY_END = '$hitrate$';
