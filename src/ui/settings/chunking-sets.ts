import type { ChunkerSpec } from '../../domain/chunk/chunker-spec';
import { count } from '../shared/format';
import { type ChunkerProposals, chunkerOf } from './chunking-fields';

/** Chunkings that one click compares. */
export interface ReadySet {
  readonly id: string;
  readonly label: string;
  readonly title: string;
  readonly chunkings: readonly ChunkerSpec[];
}

const SIZES = [256, 512, 1000, 2000];

/** @param late whether the embedding model can pool vectors from whole documents */
export function readySets(proposals: ChunkerProposals, late: boolean): ReadySet[] {
  const usual = chunkerOf('recursive', { kind: 'whole' }, proposals) as Extract<ChunkerSpec, { kind: 'recursive' }>;
  const sets: ReadySet[] = [
    {
      id: 'sizes',
      label: 'Four sizes',
      title: `Recursively, ${SIZES.map((size) => count(size)).join(', ')} characters with a tenth of overlap`,
      chunkings: SIZES.map((size) => ({ ...usual, size, overlap: Math.round(size / 10) })),
    },
    {
      id: 'ways',
      label: 'Four ways',
      title: 'Recursively, by sentences, by headings, and whole documents',
      chunkings: [
        usual,
        ...(['sentences', 'headings', 'whole'] as const).map((kind) => chunkerOf(kind, usual, proposals)),
      ],
    },
    {
      id: 'overlaps',
      label: 'Three overlaps',
      title: 'Recursively, 1,000 characters with no overlap, a tenth, and a quarter',
      chunkings: [0, 100, 250].map((overlap) => ({ ...usual, overlap })),
    },
    {
      id: 'contexts',
      label: 'With and without context',
      title: 'The usual passages alone, after the title of their document, and after its title and headings',
      chunkings: (['none', 'title', 'headings'] as const).map((context) => ({ ...usual, context })),
    },
  ];
  if (late)
    sets.push({
      id: 'late',
      label: 'Late or not',
      title: 'The usual passages, with vectors of their own and with vectors pooled from the whole document',
      chunkings: [usual, { ...usual, late: true }],
    });
  return sets;
}
