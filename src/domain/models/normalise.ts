import type { Family, Known } from './families';
import type { Remarks } from './remarks';
import type { Finding } from './repository';
import type { Source } from './source';

/** Whether vectors are scaled to length 1, which decides what a dot product means and nothing of a cosine. */
export function normaliseOf(source: Source, known: Known<Family> | null, remarks: Remarks): Finding<boolean> {
  if (source.modules) {
    const value = source.modules.some(({ kind }) => kind === 'Normalize');
    if (known && known.family.normalise !== value)
      remarks.warn(
        `By modules.json vectors are ${value ? '' : 'not '}scaled to length 1; by ${known.from} they are${value ? ' not' : ''}. ` +
          'By cosine both give the same order.',
      );
    return { value, from: value ? 'modules.json' : 'modules.json, which has no Normalize', certainty: 'stated' };
  }
  const stated = source.config['normalize'];
  if (typeof stated === 'boolean') return { value: stated, from: 'config.json', certainty: 'stated' };
  if (known) return { value: known.family.normalise, from: known.from, certainty: 'family' };
  return { value: true, from: 'nothing says it', certainty: 'assumed' };
}
