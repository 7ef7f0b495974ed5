import { describe, expect, it } from 'vitest';
import { ContextPool } from '../../../../../src/domain/dataset/formats/context-pool';
import { ProblemLog } from '../../../../../src/domain/dataset/problem';
import { builder } from '../make';

const place = { file: 'a', line: 1 };

describe('a pool of contexts', () => {
  it('gives ids that no context has', () => {
    const pool = new ContextPool(new ProblemLog());
    pool.addNamed('context-1', 'one', place);
    expect([pool.idOf('two', place), pool.idOf(' ONE', place), pool.idOf('two', place)]).toEqual([
      'context-2',
      'context-1',
      'context-2',
    ]);
  });

  it('takes a text from whichever row has it, and refuses another', () => {
    const log = new ProblemLog();
    const pool = new ContextPool(log);
    pool.addNamed('d', null, place);
    pool.addNamed('d', 'one', place);
    pool.addNamed('d', 'One ', { file: 'a', line: 2 });
    expect(log.problems).toEqual([]);
    pool.addNamed('d', 'two', { file: 'a', line: 3 });
    expect(log.problems).toMatchObject([{ code: 'duplicate-id', line: 3 }]);
    const { builder: dataset } = builder();
    pool.addTo(dataset);
    expect(dataset.finish().docs).toEqual([{ id: 'd', title: '', text: 'one' }]);
  });

  it('adds those texts that no context contains or is contained in', () => {
    const pool = new ContextPool(new ProblemLog());
    pool.idOf('alpha beta', place);
    pool.addUnmatched(['beta', 'ALPHA beta gamma', 'delta'].map((text) => ({ text, place })));
    const { builder: dataset } = builder();
    pool.addTo(dataset);
    expect(dataset.finish().docs.map(({ text }) => text)).toEqual(['alpha beta', 'delta']);
  });
});
