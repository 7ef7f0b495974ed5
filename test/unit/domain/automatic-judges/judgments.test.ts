import { expect, it } from 'vitest';
import {
  type AutomaticJudge,
  NO_AUTOMATIC_JUDGES,
  withAutomaticJudge,
} from '../../../../src/domain/automatic-judges/judgments';

const judge = (name: string, at = 0): AutomaticJudge => ({
  name,
  source: { kind: 'file', files: [`${name}.csv`] },
  at,
  judgments: [],
});

it('keeps judges by name: a later one of the same name takes its place, and one that is removed is gone', () => {
  const [first, second, again] = [judge('a'), judge('b'), judge('a', 7)];
  const both = [first, second].reduce(
    (judges, each) => withAutomaticJudge(judges, { kind: 'keep', judge: each }),
    NO_AUTOMATIC_JUDGES,
  );
  expect(both.judges).toEqual([first, second]);
  const replaced = withAutomaticJudge(both, { kind: 'keep', judge: again });
  expect(replaced.judges).toEqual([second, again]);
  expect(withAutomaticJudge(replaced, { kind: 'remove', name: 'b' }).judges).toEqual([again]);
});
