import { expect, it } from 'vitest';
import { docId, queryId } from '../../../../src/base/types';
import { excludedDocs, mostExcluded, withoutExcluded } from '../../../../src/domain/chunk/excluded';

const query = (id: string, ...excluded: string[]) => ({
  id: queryId(id),
  text: 'what?',
  ...(excluded.length > 0 && { excluded: excluded.map(docId) }),
});
const docs = ['a', 'b'].map((id) => ({ id: docId(id), title: '', text: '' }));

it('what is left out is what the source names, and the question itself where that is asked for', () => {
  expect(excludedDocs([query('a'), query('z', 'b')], docs, undefined)).toEqual([[], ['b']]);
  expect(excludedDocs([query('a', 'b'), query('z')], docs, 'leave-out')).toEqual([['b', 'a'], []]);
  expect(excludedDocs([query('a')], docs, undefined)).toBeNull();
  expect(excludedDocs([query('z')], docs, 'leave-out')).toBeNull();
  // Judgments and runs alone: any document may be it.
  expect(excludedDocs([query('z')], [], 'leave-out')).toEqual([['z']]);
});

it('passages are left out with their document, and lists are searched as much deeper', () => {
  const passages = ['a#0-5', 'a#5-9', 'ab#0-3', 'b'].map(docId);
  const ranking = passages.map((id, i) => ({ id, score: -i }));
  expect(withoutExcluded(ranking, [docId('a')]).map(({ id }) => id)).toEqual(['ab#0-3', 'b']);
  expect(withoutExcluded(ranking)).toBe(ranking);
  expect(mostExcluded(passages, [[docId('b')], [docId('a'), docId('b')]])).toBe(3);
});
