import { describe, expect, it } from 'vitest';
import { docId } from '../../../../src/base/types';
import {
  type DocumentsStep,
  documentsStepKey,
  DocumentTrace,
} from '../../../../src/domain/label-changes/documents-step';

const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(docId) as [ReturnType<typeof docId>, ...ReturnType<typeof docId>[]];
const span = { start: 3, end: 9 };
const step = (part: Partial<DocumentsStep>): DocumentsStep => ({ to: '', documents: [], parts: [], ...part });

describe('judged parts', () => {
  it('are followed over several readings of the documents', () => {
    const trace = new DocumentTrace([
      step({ documents: [{ kind: 'renamed', from: a, to: [b!] }], parts: [{ from: { doc: a, span }, to: { doc: b!, ...span } }] }), // prettier-ignore
      step({ documents: [{ kind: 'edited', from: b!, to: [b!] }], parts: [{ from: { doc: b!, span }, to: { doc: b!, start: 5, end: 11 } }] }), // prettier-ignore
    ]);
    expect(trace.follow({ doc: a, span })).toEqual({ to: { doc: b, span: { start: 5, end: 11 } }, kind: 'edited' });
    expect(trace.renamed(a)).toBe(b);
    expect(trace.isStill).toBe(false);
  });

  it('stay where their document did', () => {
    const trace = new DocumentTrace([step({ documents: [{ kind: 'edited', from: a, to: [a] }] })]);
    expect(trace.follow({ doc: c!, span })).toEqual({ to: { doc: c, span }, kind: null });
    expect(trace.follow({ doc: a })).toEqual({ to: { doc: a }, kind: 'edited' });
    expect(new DocumentTrace([]).isStill).toBe(true);
  });

  it('are lost where their text was not found, or was not looked for', () => {
    const lost = step({
      documents: [{ kind: 'split', from: a, to: [c!, d!] }],
      parts: [{ from: { doc: a }, to: null }],
    });
    expect(new DocumentTrace([lost]).follow({ doc: a })).toEqual({ to: null, kind: 'split' });
    // A place that was not judged when its document was edited may be anywhere.
    const edited = step({ documents: [{ kind: 'edited', from: a, to: [a] }] });
    expect(new DocumentTrace([edited]).follow({ doc: a, span })).toEqual({ to: null, kind: 'edited' });
    const renamed = step({ documents: [{ kind: 'renamed', from: a, to: [b!] }] });
    expect(new DocumentTrace([renamed]).follow({ doc: a, span })).toEqual({ to: { doc: b, span }, kind: 'renamed' });
  });
});

it('what is kept of a reading has a key that no content has', () => {
  expect(documentsStepKey('0f')).toBe('documents 0f');
});
