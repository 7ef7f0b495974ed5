import * as v from 'valibot';
import { expect, it } from 'vitest';
import { schemaProblems } from '../../../src/base/problem';

it('what a schema refuses is listed by path, and an unknown field as such', () => {
  const parsed = v.safeParse(v.strictObject({ a: v.strictObject({ b: v.string() }) }), { a: { b: 'x', c: 1 } });
  expect(schemaProblems(parsed.issues ?? [])).toEqual([{ path: 'a.c', message: 'there is no such field' }]);
});
