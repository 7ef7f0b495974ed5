import { describe, expect, it } from 'vitest';
import { docId, queryId } from '../../../../../src/base/types';
import { HitrateError } from '../../../../../src/contract/errors';
import { errorText, messageOf } from '../../../../../src/ui/shared/messages/message-of';

const query = queryId('q1');
const doc = docId('d1');

describe('the sentence of a problem', () => {
  it.each([
    [{ code: 'storage-full', data: null }, /no room left for this/],
    [
      { code: 'storage-full', data: { name: 'M', bytes: 30e6, free: null } },
      /^M needs 30 MB more, and the browser has no room/,
    ],
    [{ code: 'storage-full', data: { name: 'M', bytes: 30e6, free: 2e6 } }, /the browser has 2\.0 MB left/],
    [{ code: 'storage-unavailable', data: { database: 'documents', doing: 'opening' } }, /Allow storage/],
    [{ code: 'storage-unavailable', data: { database: 'models', doing: 'deleting' } }, /did not delete the database/],
    [
      { code: 'storage-newer', data: { database: 'documents', found: 3, known: 1 } },
      /has version 3, and this page reads versions up to 1.*Do not delete/,
    ],
    [
      { code: 'storage-not-migrated', data: { database: 'documents', from: 1, to: 2, reason: 'a pear' } },
      /from version 1 to version 2 failed: a pear.*left as it was/,
    ],
    [
      { code: 'changed-elsewhere', data: { what: 'entry', name: 'bm25' } },
      'Another tab has added “bm25” to this collection meanwhile. Try again.',
    ],
    [
      { code: 'worker-failed', data: { worker: 'embedding', why: 'failed' } },
      'The embedding worker failed: its script could not be loaded. Reload the page and try again.',
    ],
    [
      { code: 'system-dimensions', data: { asked: 27, dimensions: 26, vectors: { model: 'm' } } },
      /first 27 numbers .* “m” have 26\. Choose 26 dimensions or fewer/,
    ],
    [
      { code: 'system-folds', data: { method: null, folds: 4, questions: 3 } },
      /^A learned ranker in 4 folds .* there are 3\. Judge more questions/,
    ],
    [{ code: 'system-not-asked', data: { kind: 'run', name: 'other' } }, /“other” came from a file and holds no list/],
    [
      {
        code: 'questions-invalid',
        data: {
          problems: [
            { code: 'question-empty', data: { query } },
            { code: 'judgment-repeated', data: { query, doc } },
          ],
        },
      },
      'Question “q1” has no text.\n“d1” is judged twice for question “q1”.',
    ],
    [
      { code: 'rewrites-asked', data: { name: 'r', original: true, without: 2, questions: 40, filtered: false } },
      'The rewrites of “r” were searched in addition to the questions; times do not include writing them. 2 of 40 questions have none and were searched as they are.',
    ],
    [
      { code: 'went-on', data: { failure: 'memory', unit: 'texts', before: 36, after: 18 } },
      'Memory ran out with 36 texts at once; it continued with 18.',
    ],
    [
      { code: 'went-on', data: { failure: 'lost', unit: 'texts', before: 1, after: 1 } },
      /^The GPU was lost; the model/,
    ],
  ] as const)('%j', (problem, sentence) => {
    expect(messageOf(problem)).toMatch(sentence);
  });

  it('of an id that TREC files cannot hold says why', () => {
    const text = (id: string) => messageOf({ code: 'id-unwritable', data: { kind: 'question', id } });
    expect(text('q 1')).toContain('The id of the question “q 1” has white space in it');
    expect(text('')).toContain('is empty');
  });

  it('is as it was kept by an earlier version', () => {
    expect(messageOf({ message: 'Kept.' })).toBe('Kept.');
    expect(messageOf('Kept.')).toBe('Kept.');
  });

  it('is that of the error, whether it was expected or not', () => {
    expect(errorText(new HitrateError('no-name', null))).toBe('A collection needs a name.');
    expect(errorText(new TypeError('x is undefined'))).toBe('x is undefined');
    expect(errorText('oops')).toBe('oops');
  });
});

describe('the warning', () => {
  const shares = (...all: number[]) => all.map((share, i) => ({ id: `s${i}`, share }));

  it('of passages that were never judged names the worst of many', () => {
    expect(messageOf({ code: 'unjudged', data: { k: 10, systems: shares(0.1, 0.6) } })).toBe(
      'Of the first 10 passages many were never judged (s0 10 % and s1 60 %); they count as not relevant.',
    );
    const systems = shares(0.1, 0.2, 0.3, 0.4, 0.9, 0.5, 0.6, 0.7);
    expect(messageOf({ code: 'unjudged', data: { k: 5, systems } })).toContain(
      '(s4 90 %, s7 70 %, s6 60 %, s5 50 %, s3 40 %, s2 30 % and 2 more)',
    );
  });

  it('of truncated texts has one number where all systems have it, and else one for each', () => {
    const [a, b] = [
      { id: 'a', cut: 3, of: 60 },
      { id: 'b', cut: 3, of: 60 },
    ];
    const passages = (...systems: (typeof a)[]) => messageOf({ code: 'truncated-passages', data: { systems } });
    const pairs = (...cuts: number[]) =>
      messageOf({ code: 'truncated-pairs', data: { systems: cuts.map((cut, i) => ({ id: `s${i}`, cut })) } });
    expect(passages(a, b)).toBe(
      '3 passages of 60 are longer than the embedding model reads: it saw only the beginning.',
    );
    expect(passages(a, { ...b, cut: 40 })).toContain('(a 3 of 60 and b 40 of 60)');
    expect(passages({ ...a, cut: 0 }, b)).toContain('only the beginning (b 3 of 60).');
    expect(pairs(1, 1)).toMatch(/^In 1 pair the question/);
    expect(pairs(1, 20)).toContain('(s0 1 pair and s1 20 pairs)');
  });

  it('of ties has as many digits as tell the values apart', () => {
    const system = { id: 'bm25', questions: 1, measure: 'MRR', value: 0.5, low: 0.5, high: 0.50001 };
    expect(messageOf({ code: 'ties', data: { systems: [system] } })).toContain(
      '(bm25: 1 question, MRR .50000 could be .50000 to .50001)',
    );
  });

  it('of one question is in the singular', () => {
    expect(messageOf({ code: 'no-relevant', data: { questions: 1 } })).toMatch(/^1 question has no relevant document/);
    expect(messageOf({ code: 'unjudged-questions', data: { system: null, questions: 2 } })).toMatch(/^2 .* are left/);
  });
});
