import { describe, expect, it } from 'vitest';
import { NO_RUN_NOTES, noteOfRun, withRunNote } from '../../../../src/domain/run-comparison/run-notes';

describe('what is noted about a run', () => {
  const named = withRunNote(NO_RUN_NOTES, { kind: 'describe', run: 'a', note: { name: ' Small chunks ' } });

  it('is changed field by field, without blanks and repeated tags', () => {
    const tagged = withRunNote(named, { kind: 'describe', run: 'a', note: { tags: ['chunks', ' chunks', ' ', 'en'] } });
    expect(noteOfRun(tagged, 'a')).toEqual({ name: 'Small chunks', note: '', tags: ['chunks', 'en'] });
    expect(noteOfRun(tagged, 'b')).toEqual({ name: '', note: '', tags: [] });
    expect(noteOfRun(NO_RUN_NOTES, 'constructor').name).toBe('');
  });

  it('is gone where nothing of it is left', () => {
    expect(withRunNote(named, { kind: 'describe', run: 'a', note: { name: '' } })).toEqual(NO_RUN_NOTES);
  });

  it('pins one run at most', () => {
    const pinned = withRunNote(withRunNote(named, { kind: 'pin', run: 'a' }), { kind: 'pin', run: 'b' });
    expect(pinned).toEqual({ ...named, baseline: 'b' });
    expect(withRunNote(pinned, { kind: 'pin', run: null }).baseline).toBeNull();
  });
});
