import { describe, expect, it } from 'vitest';
import { readAddress } from '../../../../src/command-line/engine/address';
import { withoutSecrets } from '../../../../src/command-line/engine/credentials';

const problemOf = (typed: string): string => {
  try {
    readAddress(typed);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
};

describe('readAddress', () => {
  it('tells the engine by the scheme', () => {
    expect(readAddress('postgres://me@db:5433/mine')).toEqual({
      engine: 'postgresql',
      url: 'postgresql://me@db:5433/mine',
      shown: 'postgres://me@db:5433/mine',
    });
  });

  it.each(['postgresql://me:hunter2@db/mine', 'postgresql://db/mine?password=hunter2'])(
    'refuses the secret in %s, and does not repeat it',
    (typed) => {
      expect(problemOf(typed)).toContain('PGPASSWORD');
      expect(problemOf(typed)).not.toContain('hunter2');
    },
  );

  it.each(['mysql://me:hunter2@db/mine', 'localhost:5432', 'postgresql://'])('refuses %s', (typed) => {
    expect(problemOf(typed)).toContain('--engine takes the address of an engine');
    expect(problemOf(typed)).not.toContain('hunter2');
  });
});

describe('withoutSecrets', () => {
  it('takes a password out of whatever a server says', () => {
    const env = { PGPASSWORD: 'hunter2', PGUSER: 'me' };
    expect(withoutSecrets('no login for me with hunter2', 'postgresql', env)).toBe('no login for me with …');
  });
});
