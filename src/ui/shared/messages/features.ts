import type { RouteFeatureName, TermFeatureName } from '../../../domain/ltr/features';

export const featureTexts: Readonly<
  Record<RouteFeatureName | TermFeatureName, { readonly label: string; readonly summary: string }>
> = {
  score: {
    label: 'Score',
    summary: 'The score as the route gives it; that of the last of the list where absent, 0 where the list is empty.',
  },
  rank: {
    label: 'Rank',
    summary: 'Place in the list, from 1; one more than the depth of the route where absent.',
  },
  normalised: {
    label: 'Normalised score',
    summary: 'The score between 0, the lowest of the list, and 1, the highest; 0 where absent.',
  },
  found: {
    label: 'Found',
    summary: '1 where the list has the document, else 0.',
  },
  'length-ratio': {
    label: 'Length',
    summary: 'Terms of the document as a share of the mean of the collection.',
  },
  'term-coverage': {
    label: 'Terms found',
    summary: 'Share of the distinct terms of the question that the document has; 0 for a question without terms.',
  },
  'exact-phrase': {
    label: 'Exact phrase',
    summary: '1 where the document has the terms of the question one after the other, else 0.',
  },
};
