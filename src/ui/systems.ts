import { SYSTEM_IDS, type Settings, type SystemId } from '../domain/spec/settings';
import { fixed } from './format';

/** A weight as it is printed beside a slider: `.70`. */
export const weightText = (weight: number): string => fixed(weight, 2).replace(/^0\./, '.');

/** One line on what a system does, with the settings it would run with. */
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

/** The number of the colour of a system, the same in every result; others follow after the six. */
export function colourIndex(id: string, position: number): number {
  const known = (SYSTEM_IDS as readonly string[]).indexOf(id);
  return known >= 0 ? known : position % SYSTEM_IDS.length;
}
