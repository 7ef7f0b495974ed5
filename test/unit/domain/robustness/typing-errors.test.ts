import fc from 'fast-check';
import { expect, it } from 'vitest';
import { withTypingErrors } from '../../../../src/domain/robustness/typing-errors';
import { uniform } from '../../../../src/domain/statistics/random';

const words = (text: string): string[] => text.split(' ');

/** Optimal string alignment, by its definition: independent of what makes the errors. */
function osa(a: string, b: string): number {
  const d = Array.from({ length: a.length + 1 }, (_, i) => Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0))); // prettier-ignore
  for (let i = 1; i <= a.length; i++)
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      d[i]![j] = Math.min(d[i - 1]![j]! + 1, d[i]![j - 1]! + 1, d[i - 1]![j - 1]! + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        d[i]![j] = Math.min(d[i]![j]!, d[i - 2]![j - 2]! + 1);
    }
  return d[a.length]![b.length]!;
}

it('one word in five has one wrong keystroke, and nothing else changes', () => {
  const word = fc.stringMatching(/^[a-zA-Z]{4,12}$/);
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 16 }), fc.nat(), (all, seed) => {
      const made = words(withTypingErrors(all.join(' '), uniform(seed)));
      const distances = all.map((each, i) => osa(each, made[i]!));
      expect(made).toHaveLength(all.length);
      expect(Math.max(...distances)).toBe(1);
      expect(distances.filter((distance) => distance > 0)).toHaveLength(Math.ceil(all.length / 5));
      all.forEach((each, i) => expect(made[i]![0]).toBe(each[0]));
    }),
  );
});

it('all four mistakes are made, in like numbers', () => {
  const kinds = { neighbour: 0, swap: 0, omission: 0, doubling: 0 };
  for (let seed = 0; seed < 2000; seed++) {
    const made = withTypingErrors('planet', uniform(seed));
    if (made.length < 6) kinds.omission++;
    else if (made.length > 6) kinds.doubling++;
    else if ([...made].sort().join('') === 'aelnpt') kinds.swap++;
    else kinds.neighbour++;
  }
  for (const count of Object.values(kinds)) expect(Math.abs(count - 500)).toBeLessThan(100);
});

it('short words, numbers and other scripts stay', () => {
  for (const text of ['is it so', 'r2d2x 12345', '阀门 ポンプ насос', 'gro\u0308\u00dfer', '', 'x1abcd']) {
    expect(withTypingErrors(text, uniform(3))).toBe(text);
  }
});
