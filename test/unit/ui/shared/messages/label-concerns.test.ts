import { expect, it } from 'vitest';
import { docId, queryId } from '../../../../../src/base/types';
import { concernText } from '../../../../../src/ui/shared/messages/label-concerns';

it('a judgment to check says what became of its document', () => {
  const stale = { query: queryId('q'), doc: docId('a'), grade: 1, text: null, into: [], to: null } as const;
  expect(concernText({ reason: 'lost', stale: { ...stale, reason: 'lost', document: 'split' } })).toBe(
    'The document was split into several, and the judged text is found nowhere. The judgment is gone.',
  );
  expect(concernText({ reason: 'contradictory', stale: null })).toContain('different grades');
});
