import { describe, expect, it } from 'vitest';
import { docId } from '../../../../src/base/types';
import { CAUSES, type PassageFacts } from '../../../../src/domain/diagnosis/cause';
import { diagnose, lossesOf, mainCause } from '../../../../src/domain/diagnosis/diagnose';
import { made } from './facts';

const [a, b] = ['a', 'b'].map(docId) as [ReturnType<typeof docId>, ReturnType<typeof docId>];
const of =
  (known: Record<string, PassageFacts>) =>
  (id: string): PassageFacts =>
    known[id]!;

describe('diagnose', () => {
  it('takes the passage that is ranked highest, of those that would have met a need', () => {
    const known = { a: made.facts({ rank: 40 }), b: made.facts({ rank: 9 }) };
    const found = diagnose({ docs: [a, b] }, of(known), 5, 'missing');
    expect(found).toMatchObject({ docs: [a, b], id: b, cause: 'just-below-k', facts: known.b });
  });

  it('takes the one that came furthest where none is ranked', () => {
    const known = {
      a: made.facts({ retrievers: [made.words(null, 0)], shared: { written: 0, stems: 0 } }),
      b: made.facts({ retrievers: [made.words(3)], steps: [made.join(null)] }),
    };
    expect(diagnose({ docs: [a, b] }, of(known), 5, 'missing')).toMatchObject({ id: b, cause: 'lost-in-fusion' });
    expect(diagnose({ docs: [b, a] }, of(known), 5, 'missing')).toMatchObject({ id: b, cause: 'lost-in-fusion' });
  });

  it('keeps the first of equals', () => {
    const known = { a: made.facts(), b: made.facts() };
    expect(diagnose({ docs: [a, b] }, of(known), 5, 'missing').id).toBe(a);
  });

  it.each(['missing', 'chunked-apart'] as const)('a need that nothing meets is %s', (why) => {
    const found = diagnose({ docs: [] }, of({}), 5, why);
    expect(found).toMatchObject({ id: null, cause: 'not-searched', facts: { searched: why } });
  });
});

describe('lossesOf', () => {
  it('gives each target an equal part', () => {
    const losses = lossesOf([{ cause: 'demoted' }, { cause: 'other' }, { cause: 'demoted' }], 4);
    expect(losses).toMatchObject({ demoted: 0.5, other: 0.25, truncated: 0 });
    expect(Object.keys(losses)).toEqual([...CAUSES]);
  });

  it('is nothing where there is no target', () => {
    expect(Object.values(lossesOf([], 0)).every((loss) => loss === 0)).toBe(true);
  });
});

describe('mainCause', () => {
  it('is the most frequent, and of equals the first in precedence', () => {
    expect(mainCause([])).toBeNull();
    expect(mainCause([{ cause: 'other' }, { cause: 'demoted' }, { cause: 'other' }])).toBe('other');
    expect(mainCause([{ cause: 'other' }, { cause: 'demoted' }])).toBe('demoted');
  });
});
