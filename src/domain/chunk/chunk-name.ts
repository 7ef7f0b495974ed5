import type { ChunkerSpec } from './chunker-spec';

/** A short name in which no two chunkers agree that cut or index differently: `recursive 1000/100 cjk +headings late`. */
export function chunkerName(spec: ChunkerSpec): string {
  if (spec.kind === 'whole') return 'whole';
  return [
    measured(spec),
    ...(spec.context === 'none' ? [] : [`+${spec.context}`]),
    ...(spec.late ? ['late'] : []),
  ].join(' ');
}

function measured(spec: Exclude<ChunkerSpec, { kind: 'whole' }>): string {
  switch (spec.kind) {
    case 'recursive':
      return `recursive ${spec.size}/${spec.overlap}${spec.separators === 'cjk' ? ' cjk' : ''}`;
    case 'sentences':
      return `sentences ${spec.size}/${spec.overlap}`;
    case 'tokens':
      return `tokens ${spec.size}/${spec.overlap} ${spec.model}`;
    case 'headings':
      return `headings ${spec.level}/${spec.size}`;
    case 'window':
      return `window ${spec.size}/${spec.overlap}`;
  }
}
