import { describe, expect, it } from 'vitest';
import { checkNumbers } from '../../../../src/command-line/engine/run-engine';
import { handed } from '../../domain/handover/make';

describe('checkNumbers', () => {
  it('takes vectors that the engine takes, and refuses longer ones before anything is sent', () => {
    const check = (length: number) => () => checkNumbers('elasticsearch', { ...handed(), dimensions: [null, length] });
    expect(check(4096)).not.toThrow();
    expect(check(4097)).toThrow(/4,097 numbers, and Elasticsearch takes 4,096/);
  });
});
