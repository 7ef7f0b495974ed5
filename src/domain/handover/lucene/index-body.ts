import { utf8ToBytes } from '@noble/hashes/utils.js';
import type { AnalyzerSpec } from '../../text/analyzer-spec';
import { CJK_SCRIPT, cjkBigram, cjkUnigram, cjkUnigramPattern } from '../../text/cjk';
import { TYPOGRAPHIC_S } from '../../text/open-analyzer';
import { type Analyzer, words } from '../../text/plain-text';
import type { HandedSystem, SearchedBy, HandedPassage, HandedQuestion, SearchForm } from '../target';
import { numbersOfSystem } from '../../experiment/missing';
import type { FilterSpec } from '../../retrieval/metadata/metadata-spec';
import type { LexicalSpec, MiniSearchSpec, RetrieverSpec } from '../../retrieval/retriever-spec';
import { lexicalOf } from '../abilities';
import { isVectors, numbersOf, indexPlace, searchedName, wordsText } from '../files';

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

function analysisOf({ system, stopWords }: HandedSystem, retriever: number) {
  const spec = system.retrievers[retriever]!;
  return 'analyzer' in spec ? luceneAnalysis(analyzerName(retriever), spec.analyzer, stopWords) : null;
}

const analyzerName = (retriever: number): string => `hitrate_${retriever}`;

/** Analyzers, and the scoring of each retriever of words under its own name. */
function luceneSettings(handed: HandedSystem): object {
  const { system } = handed;
  const parts = system.retrievers.flatMap((_, i) => analysisOf(handed, i) ?? []);
  const similarity = system.retrievers.flatMap((spec, i) => {
    if (spec.kind !== 'lexical' || !('k1' in spec.scorer)) return [];
    const { k1, b } = spec.scorer;
    return [[analyzerName(i), { type: 'BM25', k1, b, discount_overlaps: true }] as const];
  });
  const all = (of: 'tokenizer' | 'filter' | 'analyzer'): object =>
    Object.assign({}, ...parts.map((each) => each[of])) as object;
  return {
    ...(parts.length > 0
      ? { analysis: { tokenizer: all('tokenizer'), filter: all('filter'), analyzer: all('analyzer') } }
      : {}),
    ...(similarity.length > 0 ? { similarity: Object.fromEntries(similarity) } : {}),
  };
}

/** The body of `PUT /<index>`. One shard, so that counts of words are those of the whole collection. */
export const luceneIndex = (handed: HandedSystem, vector: (retriever: number) => object, settings: object = {}) => ({
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
export const wordsQuery = (handed: HandedSystem, retriever: number, searched: HandedQuestion['searched'][number]) => {
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

/**
 * An analyzer for text after NFKC and lower case; null for dictionaries, and for stemmers other than English, whose
 * Snowball versions differ. @param name of it in the settings, and the beginning of the names of its parts
 */
export function luceneAnalysis(
  name: string,
  { tokens, stopWords, stemmer }: AnalyzerSpec,
  lists: HandedSystem['stopWords'],
) {
  const pattern = tokenPattern(tokens);
  if (pattern === null || (stemmer !== null && stemmer !== 'en')) return null;
  const filter: Record<string, object> = {
    ...(stopWords.length > 0
      ? { [`${name}_stop`]: { type: 'stop', stopwords: [...new Set(stopWords.flatMap((each) => lists[each] ?? []))] } }
      : {}),
    ...(stemmer === 'en'
      ? {
          [`${name}_apostrophe`]: { type: 'pattern_replace', pattern: TYPOGRAPHIC_S, replacement: "'s" },
          [`${name}_stemmer`]: { type: 'snowball', language: 'English' },
        }
      : {}),
  };
  return {
    tokenizer: { [`${name}_tokens`]: { type: 'pattern', ...pattern } },
    filter,
    analyzer: {
      [name]: { type: 'custom', tokenizer: `${name}_tokens`, filter: ['lowercase', ...Object.keys(filter)] },
    },
  };
}

/** Lucene refuses a passage that has a term of more bytes of UTF-8. */
const MOST_BYTES = 32_766;

/** Of the analyzers that the engine has, by their tokens. */
const TOKENS: { readonly [Tokens in AnalyzerSpec['tokens']]?: Analyzer } = {
  words,
  'cjk-bigram': cjkBigram,
  'cjk-unigram': cjkUnigram,
};

const isLong = (term: string): boolean => term.length > MOST_BYTES / 3 && utf8ToBytes(term).length > MOST_BYTES;

/** What a passage or a question is searched by without terms that are too long for Lucene; the same where it has none. */
export function withoutLongTerms(searched: SearchedBy, analyzer: AnalyzerSpec): SearchedBy {
  if (searched.form === 'terms') {
    const terms = searched.terms.filter((term) => !isLong(term));
    return terms.length < searched.terms.length ? { form: 'terms', terms } : searched;
  }
  if (searched.form !== 'text' || searched.text.length <= MOST_BYTES / 3) return searched;
  const long = (TOKENS[analyzer.tokens]?.(searched.text) ?? []).filter(isLong);
  if (long.length === 0) return searched;
  return { form: 'text', text: long.reduce((text, term) => text.replace(term, ' '), searched.text) };
}

/** What a `pattern` tokenizer of Lucene takes for a token: a group of each match of a regular expression of Java. */
interface TokenPattern {
  readonly pattern: string;
  readonly group: number;
}

/**
 * A `pattern` tokenizer of normalised text; null where tokens take a dictionary. Classes are Java's, but CJK is listed.
 * Repeated groups are possessive: Java recurses for others, and a run of 1,732 letters ends the engine.
 */
export function tokenPattern(tokens: AnalyzerSpec['tokens']): TokenPattern | null {
  if (tokens === 'words') return { pattern: String.raw`[\p{L}\p{N}][\p{L}\p{N}\p{M}]*+`, group: 0 };
  if (tokens === 'cjk-unigram') return { pattern: inJava(cjkUnigramPattern()), group: 0 };
  return tokens === 'cjk-bigram' ? { pattern: bigramPattern(), group: 1 } : null;
}

/** Properties as Java names them. Its other names and escapes that are used are those of JavaScript. */
const inJava = (pattern: string): string =>
  pattern
    .replaceAll(/\\p\{sc=(\w+)\}/g, String.raw`\p{Is$1}`)
    .replaceAll(/\\p\{(Alphabetic|Ideographic)\}/g, String.raw`\p{Is$1}`)
    .replaceAll(/\)[*+]/g, '$&+');

/**
 * A run of letters and digits is one token, and is read whole. Of a run of Chinese, Japanese or Korean one character is read
 * at a time: the group, which looks ahead, is the pair that begins with it, or the character alone where the run is no longer.
 */
function bigramPattern(): string {
  const cjk = `[${cjkRanges()}]`;
  const letter = String.raw`[[\p{L}\p{N}]&&[^${cjkRanges()}]]`;
  const word = String.raw`${letter}(?:${letter}|\p{M})*+`;
  const character = String.raw`${cjk}\p{M}*`;
  // Marks on a character are few; Java looks back over a bounded length alone.
  const first = String.raw`(?<!${cjk}\p{M}{0,8})`;
  return `(?=(${word}|${character}${character}|${first}${character}))(?:${word}|${character})`;
}

let ranges: string | null = null;

/** Letters and digits of Chinese, Japanese and Korean, which Java has no class for: it knows no script extensions. */
function cjkRanges(): string {
  ranges ??= rangesOf((character) => /[\p{L}\p{N}]/u.test(character) && CJK_SCRIPT.test(character));
  return ranges;
}

const LAST_CODE_POINT = 0x10ffff;

function rangesOf(includes: (character: string) => boolean): string {
  const found: string[] = [];
  let first: number | null = null;
  for (let code = 0; code <= LAST_CODE_POINT + 1; code++) {
    const isIn = code <= LAST_CODE_POINT && includes(String.fromCodePoint(code));
    if (isIn) first ??= code;
    else if (first !== null) {
      found.push(first === code - 1 ? escaped(first) : `${escaped(first)}-${escaped(code - 1)}`);
      first = null;
    }
  }
  return found.join('');
}

const escaped = (code: number): string => `\\x{${code.toString(16)}}`;
