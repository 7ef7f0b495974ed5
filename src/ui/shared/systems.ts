import type { Settings } from '../../domain/experiment/settings';
import type { SystemId } from '../../domain/experiment/system-ids';
import { fixed } from './format';

export const weightText = (weight: number): string => fixed(weight, 2).replace(/^0\./, '.');

export function explainSystem(id: SystemId, settings: Settings): string {
  const lexical = weightText(settings.lexicalWeight);
  const dense = weightText(1 - settings.lexicalWeight);
  const texts: Record<SystemId, string> = {
    bm25:
      settings.lexical.score === 'bm25+'
        ? 'Shared words, the rarer the heavier'
        : 'Shared words, MiniSearch’s own score',
    embedding: 'Closeness in meaning, by vectors',
    ensemble: `Both scores added, ${lexical} words + ${dense} vectors`,
    'ensemble-rrf': 'Both rankings joined by reciprocal rank',
    'ensemble-rerank': `ensemble, its first ${settings.candidates} reranked`,
    'ensemble-rrf-rerank': `ensemble-rrf, its first ${settings.candidates} reranked`,
  };
  return texts[id];
}

export interface NameParts {
  readonly retriever: string;
  readonly chunking: string | null;
}

/** Splits a name with a chunking, as `bm25 · recursive 1000/100`. */
export function nameParts(id: string): NameParts {
  const at = id.lastIndexOf(' · ');
  return at < 0 ? { retriever: id, chunking: null } : { retriever: id.slice(0, at), chunking: id.slice(at + 3) };
}
