export const SYSTEM_IDS = [
  'bm25',
  'embedding',
  'ensemble',
  'ensemble-rrf',
  'ensemble-rerank',
  'ensemble-rrf-rerank',
] as const;

export type SystemId = (typeof SYSTEM_IDS)[number];
