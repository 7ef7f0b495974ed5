import { describe, expect, it } from 'vitest';
import { postgresql } from '../../../../../src/command-line/engine/protocols/postgresql';
import type { EngineIndex, IndexRow, ListPlan } from '../../../../../src/command-line/engine/types';
import { docId } from '../../../../../src/base/types';

const index = {
  name: 'hitrate_x',
  fields: [{ kind: 'words', name: 'words', k1: 0.9, b: 0.4 }],
} as unknown as EngineIndex;

describe('words of an index in PostgreSQL', () => {
  // PostgreSQL's parser would split the second and the third, which its BM25 would count as other terms.
  const terms = ['wing', 'u.s', '半导'];

  it('are kept whole, by the same rule in passages and questions', () => {
    const [, [kept]] = postgresql.add(index, [{ id: docId('1'), values: [terms] } as unknown as IndexRow]).values as [
      string[],
      string[],
    ];
    expect(kept!.split(' ')).toHaveLength(3);
    expect(kept).toMatch(/^wing( u0[a-p]+){2}$/);
    const [[asked]] = postgresql.ask(index, { field: 0, depth: 10, efSearch: null } as unknown as ListPlan, [terms])
      .values as [string[]];
    expect(asked).toBe(kept);
  });
});
