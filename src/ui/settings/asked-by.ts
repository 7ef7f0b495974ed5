import type { SuppliedFile } from '../../domain/experiment/missing';
import type { ComposedRetriever, ComposedSearch } from '../../domain/experiment/composed';
import { DEFAULT_REWRITES_CONSTANT } from '../../domain/retrieval/retriever-spec';

/** By what a retriever is asked: the question, its rewrites in a file, or both. */

const QUESTION = 'question';

/** The choices for a retriever; none where nothing can be chosen. */
export function askedOptions(
  retriever: ComposedRetriever,
  rewrites: readonly SuppliedFile[],
): { value: string; label: string }[] {
  // A run and vectors from files read no text of a question.
  if (retriever.kind === 'run' || retriever.kind === 'file-vectors') return [];
  const gone =
    retriever.kind === 'rewritten' && !rewrites.some(({ name }) => name === retriever.rewrites.name)
      ? [retriever.rewrites]
      : [];
  const files = [...rewrites, ...gone];
  if (files.length === 0) return [];
  return [
    { value: QUESTION, label: 'The question' },
    ...files.flatMap(({ name }) => [
      { value: `both:${name}`, label: `The question and its rewrites in “${name}”` },
      { value: `only:${name}`, label: `Its rewrites in “${name}” alone` },
    ]),
  ];
}

export const askedValue = (retriever: ComposedRetriever): string =>
  retriever.kind === 'rewritten' ? `${retriever.original ? 'both' : 'only'}:${retriever.rewrites.name}` : QUESTION;

/** The retriever, asked as chosen. @param value of {@link askedOptions} */
export function withAsked(
  retriever: ComposedRetriever,
  value: string,
  rewrites: readonly SuppliedFile[],
): ComposedRetriever {
  if (retriever.kind === 'run' || retriever.kind === 'file-vectors') return retriever;
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
