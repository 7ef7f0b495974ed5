import { describe, expect, it } from 'vitest';
import { measureAt, parseMeasure } from '../../../../src/domain/measures/parse';
import { measureNames } from '../../../../src/domain/measures/registry';

function messageOf(text: string): string {
  const parsed = parseMeasure(text);
  if (parsed.ok) throw new Error(`${text} was read as ${parsed.measure.text}`);
  return parsed.message;
}

describe('parseMeasure', () => {
  it('reads name and cut-off', () => {
    expect(parseMeasure('HitRate@5')).toEqual({ ok: true, measure: { name: 'HitRate', cutoff: 5, text: 'HitRate@5' } });
  });

  it.each([
    ['Precision@5', 'P@5'],
    ['R@100', 'Recall@100'],
    ['Success@1', 'HitRate@1'],
    ['RR@10', 'MRR@10'],
    [' F1@3 ', 'F1@3'],
  ])('reads %s as %s', (text, canonical) => {
    const parsed = parseMeasure(text);
    expect(parsed.ok && parsed.measure.text).toBe(canonical);
  });

  it('reads every canonical text back as itself', () => {
    for (const name of measureNames) {
      const measure = measureAt(name, 7);
      expect(parseMeasure(measure.text)).toEqual({ ok: true, measure });
    }
  });

  it('names the known measures where it does not know one', () => {
    expect(messageOf('Hits@5')).toBe(
      '“Hits@5” is not a known measure. Known are HitRate@k, MRR@k, P@k, Recall@k, F1@k.',
    );
    expect(messageOf('')).toContain('HitRate@k');
    expect(messageOf('hitrate@5')).toContain('not a known measure');
  });

  it('asks for a cut-off where there is none', () => {
    expect(messageOf('MRR')).toBe('“MRR” needs a cut-off: write MRR@10, for example.');
  });

  it.each(['MRR@', 'MRR@0', 'MRR@-1', 'MRR@1.5', 'MRR@05', 'MRR@ten', 'MRR@1e3', 'MRR@5@6', 'MRR@99999999999999999'])(
    'refuses the cut-off of %s',
    (text) => expect(messageOf(text)).toContain('whole number'),
  );

  it('does not find what every JavaScript object has', () => {
    expect(messageOf('constructor@5')).toContain('not a known measure');
    expect(messageOf('__proto__@5')).toContain('not a known measure');
  });
});

describe('measureAt', () => {
  it('throws for a cut-off that is no rank', () => {
    expect(() => measureAt('P', 0)).toThrow(RangeError);
    expect(() => measureAt('P', 2.5)).toThrow(RangeError);
  });
});
