import type { SuppliedFile } from '../../domain/experiment/missing';
import { type ComposedRetriever, type ComposedSearch, readsPassages } from '../../domain/experiment/retrievers';
import { DEFAULT_REWRITES_CONSTANT } from '../../domain/retrieval/retriever-spec';
import { choice, type FormField } from './form-field';

/** By what a retriever is asked: the question, its rewrites in a file, or both. */

const QUESTION = 'question';

/** The choice of what a retriever is asked by; none where nothing can be chosen. */
export function askedField(
  retriever: ComposedRetriever,
  rewrites: readonly SuppliedFile[],
): FormField<ComposedRetriever>[] {
  // A run and vectors from files read no text of a question.
  if (!readsPassages(retriever)) return [];
  const own = retriever.kind === 'rewritten' ? [retriever.rewrites] : [];
  const names = [...new Set([...rewrites, ...own].map(({ name }) => name))];
  if (names.length === 0) return [];
  const value =
    retriever.kind === 'rewritten' ? `${retriever.original ? 'both' : 'only'}:${retriever.rewrites.name}` : QUESTION;
  const options = names.flatMap((name) => [
    { value: `both:${name}`, label: `The question and its rewrites in “${name}”` },
    { value: `only:${name}`, label: `Its rewrites in “${name}” alone` },
  ]);
  return [
    choice(
      'Asked by',
      value,
      [{ value: QUESTION, label: 'The question' }, ...options],
      (chosen) => withAsked(retriever, chosen, rewrites),
      'Rewrites may be passages that might answer the question (HyDE); the embedding model reads them as questions',
    ),
  ];
}

function withAsked(
  retriever: Extract<ComposedRetriever, { kind: 'rewritten' }> | ComposedSearch,
  value: string,
  rewrites: readonly SuppliedFile[],
): ComposedRetriever {
  const [search, before] = retriever.kind === 'rewritten' ? [retriever.retriever, retriever] : [retriever, null];
  if (value === QUESTION) return search;
  const original = value.startsWith('both:');
  const name = value.slice('both:'.length);
  const file = rewrites.find((each) => each.name === name) ?? before?.rewrites;
  return file ? askedByRewrites(search, file, original, before?.constant) : retriever;
}

export const askedByRewrites = (
  retriever: ComposedSearch,
  { name, hash }: SuppliedFile,
  original = true,
  constant = DEFAULT_REWRITES_CONSTANT,
): Extract<ComposedRetriever, { kind: 'rewritten' }> => ({
  kind: 'rewritten',
  rewrites: { name, hash },
  original,
  constant,
  retriever,
});
