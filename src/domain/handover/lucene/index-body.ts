import { numbersOfSystem } from '../../experiment/missing';
import type { FilterSpec } from '../../retrieval/metadata/metadata-spec';
import type { LexicalSpec, MiniSearchSpec, RetrieverSpec } from '../../retrieval/retriever-spec';
import { lexicalOf } from '../abilities';
import { isVectors, numbersOf, indexPlace, searchedName, wordsText } from '../files';
import type { HandedPassage, HandedQuestion, HandedSystem, SearchedBy, SearchForm } from '../target';
import { type LuceneAnalysis, luceneAnalysis, withoutLongTerms } from './analysis';

/** What Elasticsearch and OpenSearch have alike: settings of an index, documents, and queries of words and of metadata. */

/** The longest keyword in characters: Lucene takes 32,766 bytes of UTF-8. */
const MAX_KEYWORD = 8191;

/** The one scoring of words that both have: BM25 with lengths in one byte. */
export function luceneWords(spec: LexicalSpec | MiniSearchSpec): LexicalSpec | MiniSearchSpec {
  const isSame = spec.kind === 'lexical' && spec.scorer.kind === 'bm25-lucene' && spec.scorer.lengths === 'byte';
  if (isSame) return spec;
  const plain = lexicalOf(spec);
  return { ...plain, scorer: { ...plain.scorer, lengths: 'byte' } };
}

/** `text` where the engine has an equal of the analyzer. */
export const luceneForms = (handed: HandedSystem): SearchForm[] =>
  handed.system.retrievers.map((spec, i): SearchForm => {
    if (isVectors(spec)) return 'vector';
    return analysisOf(handed, i) ? 'text' : 'terms';
  });

export const fieldName = (handed: HandedSystem, retriever: number): string =>
  searchedName(luceneForms(handed)[retriever]!, indexPlace(handed, retriever));

/** The engine's equal of the analyzer of a retriever; null where it has none. */
function analysisOf({ system, stopWords }: HandedSystem, retriever: number): LuceneAnalysis | null {
  const spec = system.retrievers[retriever]!;
  return 'analyzer' in spec ? luceneAnalysis(analyzerName(retriever), spec.analyzer, stopWords) : null;
}

const analyzerName = (retriever: number): string => `hitrate_${retriever}`;

interface LuceneSettings {
  readonly analysis?: object;
  readonly similarity?: Readonly<Record<string, object>>;
}

/** Analyzers, and the scoring of each retriever of words under its own name. */
function luceneSettings(handed: HandedSystem): LuceneSettings {
  const { system } = handed;
  const parts = system.retrievers.flatMap((_, i) => analysisOf(handed, i) ?? []);
  const similarity = system.retrievers.flatMap((spec, i) => {
    if (spec.kind !== 'lexical' || !('k1' in spec.scorer)) return [];
    const { k1, b } = spec.scorer;
    return [[analyzerName(i), { type: 'BM25', k1, b, discount_overlaps: true }] as const];
  });
  const all = (of: keyof LuceneAnalysis): object => Object.assign({}, ...parts.map((each) => each[of])) as object;
  return {
    ...(parts.length > 0
      ? { analysis: { tokenizer: all('tokenizer'), filter: all('filter'), analyzer: all('analyzer') } }
      : {}),
    ...(similarity.length > 0 ? { similarity: Object.fromEntries(similarity) } : {}),
  };
}

export interface LuceneIndexBody {
  readonly settings: object;
  readonly mappings: object;
}

/**
 * The body of `PUT /<index>`. One shard, so that counts of words are those of the whole collection.
 * @param vector the mapping of the vectors of a retriever
 */
export const luceneIndex = (
  handed: HandedSystem,
  vector: (retriever: number) => object,
  settings: object = {},
): LuceneIndexBody => ({
  settings: { number_of_shards: 1, ...settings, ...luceneSettings(handed) },
  mappings: { dynamic: 'strict', properties: luceneProperties(handed, vector) },
});

function luceneProperties(handed: HandedSystem, vector: (retriever: number) => object): Record<string, object> {
  const { system, fields } = handed;
  const numbers = new Set([...numbersOfSystem(system), ...fields.flatMap(({ name, range }) => (range ? [name] : []))]);
  const forms = luceneForms(handed);
  const searched = system.retrievers.map((spec, i) => {
    const form = forms[i]!;
    if (isVectors(spec)) return [searchedName(form, i), vector(i)] as const;
    const analyzer = form === 'text' ? analyzerName(i) : 'whitespace';
    return [searchedName(form, i), { type: 'text', analyzer, similarity: analyzerName(i) }] as const;
  });
  const metadata = fields.map(({ name }) => [
    name,
    numbers.has(name) ? { type: 'double', ignore_malformed: true } : { type: 'keyword', ignore_above: MAX_KEYWORD },
  ]);
  return {
    title: { type: 'text', index: false },
    text: { type: 'text', index: false },
    // Passages have it even where it is empty, and a strict index refuses what it does not list.
    metadata: { type: 'object', properties: Object.fromEntries(metadata) as Record<string, object> },
    ...Object.fromEntries(searched),
  };
}

/** What a passage or a question is searched by, as Lucene takes it; the same where nothing is left out. */
export const luceneFitted = (searched: SearchedBy, spec: RetrieverSpec): SearchedBy =>
  'analyzer' in spec ? withoutLongTerms(searched, spec.analyzer) : searched;

export function luceneBulkLines(
  forms: readonly SearchForm[],
  { id, content, searched }: Pick<HandedPassage, 'id' | 'content' | 'searched'>,
): string[] {
  const own = searched.flatMap((each, i) => {
    if (!each) return [];
    const value = each.form === 'vector' ? numbersOf(each) : wordsText(each);
    return [[searchedName(forms[i]!, i), value] as const];
  });
  return [JSON.stringify({ index: { _id: id } }), JSON.stringify({ ...content, ...Object.fromEntries(own) })];
}

/** What a body of a search has beside its query; hits are not counted, which would read all of them. */
export const searchShape = (handed: HandedSystem, size: number): object => ({
  size,
  track_total_hits: false,
  _source: { excludes: handed.system.retrievers.map((_, i) => fieldName(handed, i)) },
});

/** Every word of the question may match, and counts each time that it is there. */
export const wordsQuery = (
  handed: HandedSystem,
  retriever: number,
  searched: HandedQuestion['searched'][number],
): object => {
  const query = { match: { [fieldName(handed, retriever)]: { query: wordsText(searched) } } };
  const { filter } = handed.system;
  return filter ? { bool: { must: [query], filter: [filterQuery(filter)] } } : query;
};

/** Passages that a filter keeps. @throws {RangeError} for a filter that reads questions */
export function filterQuery(filter: FilterSpec): object {
  const field = `metadata.${filter.field}`;
  switch (filter.kind) {
    case 'values':
      return { terms: { [field]: filter.values } };
    case 'range':
      return {
        range: {
          [field]: {
            ...(filter.least === null ? {} : { gte: filter.least }),
            ...(filter.most === null ? {} : { lte: filter.most }),
          },
        },
      };
    case 'question':
      throw new RangeError('a filter by the question is none of the engine');
  }
}
