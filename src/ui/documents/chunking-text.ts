import { type ChunkerSpec, contextsFileOf } from '../../domain/chunk/chunker-spec';
import type { Span } from '../../base/types';
import type { PassageLengths } from '../../contract/workers';
import { count, counted } from '../shared/format';

export function chunkingText(spec: ChunkerSpec): string {
  const file = contextsFileOf(spec);
  const written = file ? [`its context of “${file.name}” before each`] : [];
  if (spec.kind === 'whole') return `${['A document is one passage', ...written].join('; ')}.`;
  const parts = [measured(spec)];
  if (spec.context === 'title') parts.push('the title of the document before each');
  if (spec.context === 'headings') parts.push('the title of the document and its headings before each');
  if (spec.context === 'sentence') parts.push('the title of the document, its headings and the sentence before each');
  parts.push(...written);
  if (spec.late) parts.push('vectors pooled from the whole document');
  return `${parts.join('; ')}.`;
}

function measured(spec: Exclude<ChunkerSpec, { kind: 'whole' }>): string {
  const size = `up to ${counted(spec.size, 'character')}`;
  const again = 'overlap' in spec && spec.overlap > 0 ? `, ${count(spec.overlap)} repeated` : '';
  switch (spec.kind) {
    case 'recursive': {
      const where = spec.separators === 'cjk' ? 'paragraphs, lines, sentences and clauses' : 'paragraphs, lines, words';
      return `By ${where}: ${size}${again}`;
    }
    case 'sentences':
      return `Whole sentences: ${size}${spec.overlap > 0 ? `, ${counted(spec.overlap, 'sentence')} repeated` : ''}`;
    case 'tokens':
      return `Whole words: up to ${counted(spec.size, 'token')} of ${spec.model}${again}`;
    case 'headings':
      return `Sections down to headings of level ${spec.level}, ${size}`;
    case 'window':
      return `Windows of ${counted(spec.size, 'character')}${again}`;
  }
}

/** `812 passages of 640 characters on average`. */
export function passagesText({ passages, characters }: Pick<PassageLengths, 'passages' | 'characters'>): string {
  const mean = passages > 0 ? ` of ${counted(Math.round(characters / passages), 'character')} on average` : '';
  return `${counted(passages, 'passage')}${mean}`;
}

export interface ChunkSegment extends Span {
  readonly chunks: readonly number[];
}

/** Splits the text of ordered `spans` into pieces held by the same chunks. @param from inclusive; `to` is exclusive */
export function segmentsOf(spans: readonly Span[], from: number, to: number): ChunkSegment[] {
  const shown = spans.slice(from, to);
  if (shown.length === 0) return [];
  const bounds = [...new Set(shown.flatMap(({ start, end }) => [start, end]))].sort((a, b) => a - b);
  const segments: ChunkSegment[] = [];
  let first = 0;
  for (const [i, start] of bounds.slice(0, -1).entries()) {
    const end = bounds[i + 1]!;
    while (first < shown.length && shown[first]!.end <= start) first++;
    const chunks: number[] = [];
    for (let at = first; at < shown.length && shown[at]!.start < end; at++) chunks.push(from + at);
    segments.push({ start, end, chunks });
  }
  return segments;
}
