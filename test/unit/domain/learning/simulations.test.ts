import { describe, expect, it } from 'vitest';
import { uniform } from '../../../../src/domain/statistics/random';
import { sharedGoldenPath } from '../../../golden/read';
import { blindComparisons } from '../../../simulations/learning';
import { markedPlaces, nameOf, SIMULATED_USERS } from '../../../simulations/users';

describe('simulated users', () => {
  const helpful = [false, true, false, true];
  /** How often each place is marked. */
  const marked = (name: string): number[] => {
    const random = uniform(2);
    const counts = [0, 0, 0, 0];
    const user = SIMULATED_USERS.find((each) => nameOf(each) === name)!;
    for (let i = 0; i < 4000; i++) for (const place of markedPlaces(user, helpful, random)) counts[place]! += 1 / 4000;
    return counts;
  };
  const close = (name: string, expected: readonly number[]): void =>
    marked(name).forEach((share, place) => expect(Math.abs(share - expected[place]!), name).toBeLessThan(0.03));

  it('mark what their kind marks, the first places more often where places bias', () => {
    close('perfect', [0, 1, 0, 1]);
    close('perfect, position bias', [0, 1 / 2, 0, 1 / 4]);
    close('random', [0.5, 0.5, 0.5, 0.5]);
    const afterFirst = 1 - 0.05 * 0.2;
    const afterSecond = afterFirst * (1 - 0.95 * 0.9);
    close('navigational', [0.05, 0.95 * afterFirst, 0.05 * afterSecond, 0.95 * afterSecond * afterFirst]);
  });
});

describe('what is simulated of learning', () => {
  it.skipIf(sharedGoldenPath('runs', 'cranfield.qrels') === null)(
    'finds no preference in exchanged systems, for each kind of user',
    async () => {
      for (const { name, simulate } of blindComparisons.rows()) {
        const { figures } = await simulate({ count: 15, seed: 5 });
        expect(Number(figures['exchanged']), name).toBeLessThanOrEqual(0.1);
      }
    },
    60_000,
  );
});
