import type { BoostSpec, FilterSpec } from '../../domain/retrieval/metadata/metadata-spec';
import { clip } from './format';

const SHOWN = 3;

/** As `what the question names of “category”`, `“price” from 10 to 20`. */
export function conditionText(spec: FilterSpec | BoostSpec): string {
  const field = `“${clip(spec.field, 40)}”`;
  switch (spec.kind) {
    case 'question':
      return `what the question names of ${field}`;
    case 'values': {
      const shown = spec.values.slice(0, SHOWN).map((value) => clip(value, 30));
      const more = spec.values.length - shown.length;
      return `${field} ${shown.join(' or ')}${more > 0 ? ` or ${more} more` : ''}`;
    }
    case 'range':
      return `${field}${spec.least === null ? '' : ` from ${spec.least}`}${spec.most === null ? '' : ` to ${spec.most}`}`;
    case 'number':
      return `${spec.weight > 0 ? 'a high' : 'a low'} ${field}`;
  }
}
