import type { WeaknessSignal } from '../../domain/weak-retrieval/signals';

export const SIGNAL_NAMES: Readonly<Record<WeaknessSignal | 'all', string>> = {
  'top-score': 'first score',
  gap: 'gap of the first',
  spread: 'spread of the first ten',
  overlap: 'overlap of the retrievers',
  agreement: 'agreement of the reranker',
  all: 'all of them, held out',
};
