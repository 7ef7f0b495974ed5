import type { ChunkerSpec, SplitChunkerSpec } from '../../../domain/chunk/chunker-spec';
import type { ContextMatches } from '../../../domain/chunk/written-contexts';
import { count, counted } from '../format';

const CONTEXTS: Readonly<Record<Extract<SplitChunkerSpec['context'], string>, string>> = {
  none: '',
  title: ', each with its title',
  headings: ', each with its headings',
  sentence: ', each with its headings and the sentence before it',
};

/** How documents become passages: `Recursive, up to 1,000 characters with an overlap of 100`. */
export function chunkerText(chunker: ChunkerSpec): string {
  const { context = 'none' } = chunker;
  const before = typeof context === 'string' ? CONTEXTS[context] : `, each with its context from “${context.name}”`;
  if (chunker.kind === 'whole') return `Whole documents${before}`;
  return `${cutText(chunker)}${before}${chunker.late ? ', embedded late' : ''}`;
}

/** `312 of 340 passages have a context; 4 contexts name no passage`. */
export function contextMatchesText({ passages, given, unmatched }: ContextMatches): string {
  const have = `${count(given)} of ${counted(passages, 'passage')} ${given === 1 ? 'has' : 'have'} a context`;
  const rest = `${counted(unmatched, 'context')} ${unmatched === 1 ? 'names' : 'name'} no passage`;
  return unmatched === 0 ? have : `${have}; ${rest}`;
}

function cutText(chunker: SplitChunkerSpec): string {
  switch (chunker.kind) {
    case 'recursive':
      return `Recursive, ${upTo(chunker.size, 'characters', chunker.overlap)}${chunker.separators === 'cjk' ? ', with Chinese and Japanese separators' : ''}`;
    case 'sentences':
      return `Whole sentences, ${upTo(chunker.size, 'characters', chunker.overlap)}${chunker.overlap > 0 ? ' sentences' : ''}`;
    case 'tokens':
      return `Whole words, ${upTo(chunker.size, `tokens of ${chunker.model}`, chunker.overlap)}`;
    case 'headings':
      return `By headings to level ${chunker.level}, ${upTo(chunker.size, 'characters', 0)}`;
    case 'window':
      return `Windows, ${upTo(chunker.size, 'characters', chunker.overlap)}`;
  }
}

const upTo = (size: number, unit: string, overlap: number): string =>
  `up to ${count(size)} ${unit}${overlap > 0 ? ` with an overlap of ${count(overlap)}` : ''}`;
