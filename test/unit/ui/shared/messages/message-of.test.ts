import { describe, expect, it } from 'vitest';
import { HitrateError } from '../../../../../src/contract/errors';
import { errorText, messageOf } from '../../../../../src/ui/shared/messages/message-of';

describe('the sentence of a problem', () => {
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
});
