import { describe, expect, it } from 'vitest';
import { postgresql } from '../../../../src/command-line/engine/protocols/postgresql';
import { checkNumbers } from '../../../../src/command-line/engine/run-engine';
import { docId } from '../../../../src/base/types';
import { handed, LEXICAL } from '../../domain/handover/make';

describe('checkNumbers', () => {
  it('takes vectors that the engine takes, and refuses longer ones before anything is sent', () => {
    const check = (length: number) => () => checkNumbers('elasticsearch', { ...handed(), dimensions: [null, length] });
    expect(check(4096)).not.toThrow();
    expect(check(4097)).toThrow(/4,097 numbers, and Elasticsearch takes 4,096/);
  });
});

describe('words of an index in PostgreSQL', () => {
  const system = { ...handed({ retrievers: [LEXICAL], fusion: null }), name: 'hitrate_x' };
  const index = { name: 'hitrate_x', key: 'x', handed: system };
  // PostgreSQL's parser would split the second and the third, which its BM25 would count as other terms.
  const searched = [{ form: 'terms', terms: ['wing', 'u.s', '半导'] }] as const;

  it('are kept whole, by the same rule in passages and questions', () => {
    const passage = { id: docId('1'), position: 0, content: null, searched };
    const [, [kept]] = postgresql.add(index, [passage]).values as [string[], string[]];
    expect(kept!.split(' ')).toHaveLength(3);
    expect(kept).toMatch(/^wing( u0[a-p]+){2}$/);
    const [[asked]] = postgresql.ask(system, [{ searched }]).values as [string[]];
    expect(asked).toBe(kept);
  });
});
