import { describe, expect, it } from 'vitest';
import type { Missed } from '../../../../../src/domain/diagnosis/diagnose';
import { foundShareText, missText } from '../../../../../src/ui/shared/messages/diagnosis';
import { made } from '../../../domain/diagnosis/facts';

const { words, vectors, join, rerank } = made;
const NAMES = ['BM25', 'Embedding'];
const text = (cause: Missed['cause'], facts: Parameters<typeof made.facts>[0], cutAt: number | null = null) =>
  missText({ docs: [], id: null, cause, facts: made.facts(facts) }, { k: 5, retrievers: NAMES, cutAt });

describe('the words of a miss', () => {
  it('say the cause, and the ranks that show it', () => {
    const facts = { retrievers: [words(70, 0), vectors(12)], steps: [join(29)], rank: 29 };
    expect(text('no-shared-words', facts)).toEqual({
      title: 'no shared words',
      text: 'Question and passage have no content word in common. BM25 ranks it 70th and Embedding ranks it 12th; 29th after fusion.',
    });
    const reranked = { retrievers: [words(2), vectors(null)], steps: [join(3), rerank(3, 21)], rank: 21 };
    expect(text('demoted', reranked).text).toBe(
      'BM25 ranks it 2nd and Embedding does not find it; 3rd after fusion and 21st after reranking.',
    );
  });

  it('name the model that truncates, and the candidates', () => {
    const cut = { retrievers: [words(30), vectors(40, true)], steps: [join(35)], rank: 35 };
    expect(text('truncated', cut).text).toContain('longer than Embedding can read');
    const below = { retrievers: [words(30)], steps: [rerank(30, 30)], rank: 30 };
    expect(text('below-candidates', below).text).toContain('reads only the first 20.');
  });

  it('name the part where there is no other cause', () => {
    const cut = { part: 'threshold', joins: false, before: 3, after: null, reads: null, truncated: null } as const;
    expect(text('other', { retrievers: [words(3)], steps: [cut] }).title).toBe('lost by the score threshold');
    expect(text('other', { retrievers: [words(40)], rank: 40 }).title).toBe('no single cause');
  });

  it('claim no more than is known of lists that were cut', () => {
    const facts = { retrievers: [words(null), vectors(12)], steps: [join(null)] };
    expect(text('other', facts, 20).text).toBe(
      'BM25 does not rank it among the first 20 and Embedding ranks it 12th; below 20th after fusion.',
    );
  });

  it('say why a passage is not searched', () => {
    expect(text('not-searched', { searched: 'chunked-apart' }).title).toBe('chunked apart');
    expect(text('not-searched', { searched: 'filtered' }).title).toBe('filtered out');
  });

  it('know no more of an external run than its rank', () => {
    expect(text('just-below-k', { rank: 7 })).toEqual({ title: 'just below k = 5', text: 'It has rank 7.' });
  });
});

it('the share of a part that was found is all or none only where it is', () => {
  const texts = [1, 0, 0.626, 0.99999, 0.00001].map((share) => foundShareText(share, 10, 'BM25'));
  expect(texts.map((each) => each.replace('\u00a0', ' '))).toEqual([
    'The first 10 passages of BM25 hold all of it.',
    'The first 10 passages of BM25 hold none of it.',
    'The first 10 passages of BM25 hold 62.6 % of it.',
    'The first 10 passages of BM25 hold 99.9 % of it.',
    'The first 10 passages of BM25 hold 0.1 % of it.',
  ]);
  expect(foundShareText(1, 1, 'BM25')).toBe('The first passage of BM25 holds all of it.');
});
