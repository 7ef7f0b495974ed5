import { describe, expect, it } from 'vitest';
import { listed, MAX_PROBLEMS, placeName, problem, ProblemLog, quoted } from '../../../../src/domain/dataset/problem';

describe('problems', () => {
  it('name another place by its line, and by its file where that is another', () => {
    expect(placeName({ file: 'a', line: 3 }, { file: 'a' })).toBe('line 3');
    expect(placeName({ file: 'b', line: 3 }, { file: 'a' })).toBe('b, line 3');
    expect(placeName({ file: 'a' }, { file: 'a' })).toBe('a');
  });

  it('are counted past the number that is listed', () => {
    const log = new ProblemLog();
    for (let i = 0; i < MAX_PROBLEMS + 2; i++) log.add(problem('empty-file', { file: 'a' }));
    expect([log.problems.length, log.more]).toEqual([50, 2]);
  });

  it('cut long ids without breaking a character, and long lists', () => {
    expect(quoted('d1')).toBe('“d1”');
    const cut = quoted('🦆'.repeat(100));
    expect(cut).toMatch(/^“🦆+…”$/u);
    expect(cut.length).toBeLessThan(90);
    expect(listed(['a', 'b'])).toBe('a, b');
    expect(listed([...'abcdefghijklm'])).toBe('a, b, c, d, e, f, g, h, i, j and 3 more');
  });
});
