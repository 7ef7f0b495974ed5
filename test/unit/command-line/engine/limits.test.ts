import { describe, expect, it } from 'vitest';
import { checkLimits } from '../../../../src/command-line/engine/limits';
import type { EngineIndex } from '../../../../src/command-line/engine/types';

const index = (dimensions: number, graph: object | null): EngineIndex =>
  ({ name: 'hitrate_x', key: 'x', fields: [{ kind: 'vector', name: 'vector_0', dimensions, graph }] }) as never;

describe('checkLimits', () => {
  it('takes vectors that the engine takes, and refuses longer ones before anything is sent', () => {
    expect(() => checkLimits('elasticsearch', index(4096, null))).not.toThrow();
    expect(() => checkLimits('elasticsearch', index(4097, null))).toThrow(
      /4,097 numbers, and Elasticsearch takes 4,096/,
    );
    expect(() => checkLimits('postgresql', index(2001, null))).not.toThrow();
    expect(() => checkLimits('postgresql', index(2001, { m: 16, efConstruction: 200 }))).toThrow(
      /2,000 at most in an approximate index: search exactly/,
    );
  });
});
