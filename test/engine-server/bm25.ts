import { openWords } from '../../src/domain/retrieval/lexical/open-words';
import { Postings, PostingsBuilder } from '../../src/domain/retrieval/lexical/postings';
import { DEFAULT_ANALYZER } from '../../src/domain/text/analyzer-spec';

/** BM25 with lengths in one byte, as golden values of Lucene hold it, in single precision: scores by id of a question's terms. */
export function bm25(
  passages: Iterable<readonly [id: string, terms: readonly string[]]>,
  { k1, b }: { readonly k1: number; readonly b: number },
): (question: readonly string[]) => Map<string, number> {
  const all = [...passages];
  const builder = new PostingsBuilder();
  builder.add(all.map(([, terms]) => terms));
  const scorer = { kind: 'bm25-lucene', k1, b, lengths: 'byte' } as const;
  const spec = { kind: 'lexical', analyzer: DEFAULT_ANALYZER, scorer, question: { kind: 'as-asked' } } as const;
  const search = openWords(new Postings(builder.finish()), spec);
  return (question) =>
    new Map(search([...question], all.length).map(({ doc, score }) => [all[doc]![0], Math.fround(score)]));
}
