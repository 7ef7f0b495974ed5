import type { AnalyzerSpec } from '../../text/analyzer-spec';
import type { HandedSystem } from '../target';
import { type TokenPattern, tokenPattern } from './token-patterns';

/** An analyzer of an engine built on Lucene, under a name in the settings of an index. */
export interface LuceneAnalysis {
  readonly tokenizer: Readonly<Record<string, { readonly type: 'pattern' } & TokenPattern>>;
  readonly filter: Readonly<Record<string, LuceneFilter>>;
  readonly analyzer: Readonly<
    Record<string, { readonly type: 'custom'; readonly tokenizer: string; readonly filter: readonly string[] }>
  >;
}

type LuceneFilter =
  | { readonly type: 'stop'; readonly stopwords: readonly string[] }
  | { readonly type: 'snowball'; readonly language: 'English' };

/**
 * An analyzer as the engine's own, for text that went through NFKC and lower case; null where the engine has no equal of it:
 * tokens that take a dictionary, and stemmers other than English, whose Snowball versions differ.
 *
 * @param name of it in the settings, and the beginning of the names of its parts
 */
export function luceneAnalysis(
  name: string,
  { tokens, stopWords, stemmer }: AnalyzerSpec,
  lists: HandedSystem['stopWords'],
): LuceneAnalysis | null {
  const pattern = tokenPattern(tokens);
  if (pattern === null || (stemmer !== null && stemmer !== 'en')) return null;
  const filter: Record<string, LuceneFilter> = {
    ...(stopWords.length > 0
      ? { [`${name}_stop`]: { type: 'stop', stopwords: [...new Set(stopWords.flatMap((each) => lists[each] ?? []))] } }
      : {}),
    ...(stemmer === 'en' ? { [`${name}_stemmer`]: { type: 'snowball', language: 'English' } } : {}),
  };
  return {
    tokenizer: { [`${name}_tokens`]: { type: 'pattern', ...pattern } },
    filter,
    analyzer: {
      [name]: { type: 'custom', tokenizer: `${name}_tokens`, filter: ['lowercase', ...Object.keys(filter)] },
    },
  };
}
