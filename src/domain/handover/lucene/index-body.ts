import { numbersOfSystem } from '../../experiment/missing';
import type { FilterSpec } from '../../retrieval/metadata/metadata-spec';
import type { LexicalSpec, MiniSearchSpec } from '../../retrieval/retriever-spec';
import { lexicalOf } from '../abilities';
import { isVectors, numbersOf, searchedName, wordsText } from '../files';
import type { HandedPassage, HandedQuestion, HandedSystem, SearchForm } from '../target';
import { type LuceneAnalysis, luceneAnalysis } from './analysis';

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
    if (!('analyzer' in spec)) return 'none';
    return analysisOf(handed, i) ? 'text' : 'terms';
  });

/** The engine's equal of the analyzer of a retriever; null where it has none, or is not to use it. */
function analysisOf({ system, stopWords, words }: HandedSystem, retriever: number): LuceneAnalysis | null {
  const spec = system.retrievers[retriever]!;
  return 'analyzer' in spec && words !== 'terms'
    ? luceneAnalysis(analyzerName(retriever), spec.analyzer, stopWords)
    : null;
}

const analyzerName = (retriever: number): string => `hitrate_${retriever}`;

export interface LuceneSettings {
  readonly analysis?: object;
  readonly similarity?: Readonly<Record<string, object>>;
}

/** Analyzers, and the scoring of each retriever of words under its own name. */
export function luceneSettings(handed: HandedSystem): LuceneSettings {
  const { system } = handed;
  const made = system.retrievers.map((_, i) => analysisOf(handed, i));
  const parts = made.filter((each) => each !== null);
  const similarity = system.retrievers.flatMap((spec, i) => {
    if (spec.kind !== 'lexical' || !('k1' in spec.scorer)) return [];
    const { k1, b } = spec.scorer;
    return [[analyzerName(i), { type: 'BM25', k1, b, discount_overlaps: true }] as const];
  });
  return {
    ...(parts.length > 0
      ? {
          analysis: {
            tokenizer: Object.assign({}, ...parts.map(({ tokenizer }) => tokenizer)) as object,
            filter: Object.assign({}, ...parts.map(({ filter }) => filter)) as object,
            analyzer: Object.assign({}, ...parts.map(({ analyzer }) => analyzer)) as object,
          },
        }
      : {}),
    ...(similarity.length > 0 ? { similarity: Object.fromEntries(similarity) } : {}),
  };
}

/** Fields of an index. @param vector the mapping of the vectors of a retriever */
export function luceneProperties(handed: HandedSystem, vector: (retriever: number) => object): Record<string, object> {
  const { system, fields } = handed;
  const numbers = new Set([...numbersOfSystem(system), ...fields.flatMap(({ name, range }) => (range ? [name] : []))]);
  const forms = luceneForms(handed);
  const searched = system.retrievers.flatMap((spec, i) => {
    const form = forms[i]!;
    if (form === 'none') return [];
    if (isVectors(spec)) return [[searchedName(form, i), vector(i)] as const];
    const analyzer = form === 'text' ? analyzerName(i) : 'whitespace';
    return [[searchedName(form, i), { type: 'text', analyzer, similarity: analyzerName(i) }] as const];
  });
  const metadata = fields.map(({ name }) => [
    name,
    numbers.has(name) ? { type: 'double', ignore_malformed: true } : { type: 'keyword', ignore_above: MAX_KEYWORD },
  ]);
  return {
    title: { type: 'text', index: false },
    text: { type: 'text', index: false },
    ...(metadata.length > 0
      ? { metadata: { type: 'object', properties: Object.fromEntries(metadata) as Record<string, object> } }
      : {}),
    ...Object.fromEntries(searched),
  };
}

/** The two lines of a passage in a bulk request to the index. */
export function luceneBulkLines(forms: readonly SearchForm[], { id, content, searched }: HandedPassage): string[] {
  const own = searched.flatMap((each, i) => {
    if (!each) return [];
    const question = each.form === 'vector' ? numbersOf(each) : wordsText(each);
    return [[searchedName(forms[i]!, i), question] as const];
  });
  return [JSON.stringify({ index: { _id: id } }), JSON.stringify({ ...content, ...Object.fromEntries(own) })];
}

/** The fields of a passage that are searched and not read. */
export const searchedFields = (forms: readonly SearchForm[]): string[] =>
  forms.flatMap((form, i) => (form === 'none' ? [] : [searchedName(form, i)]));

/** Every word of the question may match, and counts each time that it is there. */
export const wordsQuery = (field: string, searched: HandedQuestion['searched'][number]): object => ({
  match: { [field]: { query: wordsText(searched) } },
});

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

/** A query over the passages that a filter keeps. */
export const filtered = (query: object, { filter }: { readonly filter?: FilterSpec }): object =>
  filter ? { bool: { must: [query], filter: [filterQuery(filter)] } } : query;
