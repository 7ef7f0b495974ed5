import { expect, it } from 'vitest';
import { docId, queryId } from '../../../src/base/types';

it('ids are their texts', () => {
  expect([docId('d 1'), queryId('q')]).toEqual(['d 1', 'q']);
});
