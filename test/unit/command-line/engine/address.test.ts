import { describe, expect, it } from 'vitest';
import { readAddress } from '../../../../src/command-line/engine/connection';
import { withoutSecrets } from '../../../../src/command-line/engine/texts';

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

  it('keeps the protocol of engines that are asked over HTTP, and a path', () => {
    expect(readAddress('opensearch+https://search.example:9200/path/')).toEqual({
      engine: 'opensearch',
      url: 'https://search.example:9200/path',
      shown: 'opensearch+https://search.example:9200/path',
    });
    expect(readAddress('elasticsearch+http://localhost:9200').url).toBe('http://localhost:9200');
  });

  it.each([
    'opensearch+https://me@host',
    'opensearch+https://me:hunter2@host',
    'elasticsearch+https://h?api_key=hunter2',
  ])('refuses the login in %s, and names what is set instead', (typed) => {
    expect(problemOf(typed)).toMatch(/OPENSEARCH_PASSWORD|ELASTIC_API_KEY/);
    expect(problemOf(typed)).not.toContain('hunter2');
  });

  it('names the forms of an address where a plain one is given', () => {
    expect(problemOf('https://localhost:9200')).toContain('opensearch+https://host:9200');
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

it.each([
  ['postgresql', { PGPASSWORD: 'hunter2', PGUSER: 'me' }, 'no login for me with hunter2', 'no login for me with …'],
  ['opensearch', { OPENSEARCH_USERNAME: 'me', OPENSEARCH_PASSWORD: 'hunter2' }, 'Basic bWU6aHVudGVyMg==', 'Basic …=='],
  ['opensearch', { OPENSEARCH_PASSWORD: 'hunter2' }, '%68unter2 \\u0068unter2 aHVudGVyMg', '… … …'],
  ['qdrant', { QDRANT_API_KEY: 'a"ü/&' }, 'a\\"\\u00fc/& a%22%C3%BC%2F%26 a&quot;ü/&amp; a"ü/& a"ü', '… … … … a"ü'],
  ['elasticsearch', { ELASTIC_PASSWORD: 'hunter2' }, 'Basic ZWxhc3RpYzpodW50ZXIy', 'Basic …'],
  ['elasticsearch', { ELASTIC_API_KEY: 'aWQ6c2VjcmV0' }, 'id with secret: aWQ6c2VjcmV0', 'id with …: …'],
  // It is no key, though it is base64 of bytes with “:e” at their end.
  ['elasticsearch', { ELASTIC_PASSWORD: 'xzpl' }, 'the xzpl', 'the …'],
] as const)('%s: takes %o out of whatever a server says, in any encoding', (engine, env, said, shown) => {
  expect(withoutSecrets(said, engine, env)).toBe(shown);
});
