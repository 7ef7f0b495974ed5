import { describe, expect, it } from 'vitest';
import { type Cause, causeOf, CAUSES, type PassageFacts } from '../../../../src/domain/diagnosis/cause';
import { made } from './facts';

const { words, vectors, join, rerank, facts } = made;
const K = 5;

/** For each cause a passage of which only that one is true. */
const ALONE: Readonly<Record<Cause, Partial<PassageFacts>>> = {
  'not-searched': { searched: 'missing' },
  truncated: { retrievers: [words(30), vectors(40, true)], steps: [join(35)], rank: 35 },
  analyzer: { retrievers: [words(null, 0)] },
  'no-shared-words': {
    shared: { written: 0, stems: 0 },
    retrievers: [words(70, 0), vectors(12)],
    steps: [join(29)],
    rank: 29,
  },
  'lost-in-fusion': { retrievers: [words(22), vectors(4)], steps: [join(18)], rank: 18 },
  'below-candidates': {
    retrievers: [words(22), vectors(30)],
    steps: [join(25), rerank(25, 25)],
    rank: 25,
  },
  demoted: { retrievers: [words(2), vectors(7)], steps: [join(3), rerank(3, 18)], rank: 18 },
  'just-below-k': { retrievers: [words(9), vectors(8)], steps: [join(10)], rank: 10 },
  other: { retrievers: [words(11), vectors(14)], steps: [join(11)], rank: 11 },
};

describe('causeOf', () => {
  it.each(CAUSES)('finds %s where only that is true', (cause) => {
    expect(causeOf(facts(ALONE[cause]), K)).toBe(cause);
  });

  it('calls a passage that was filtered out, or chunked apart, not searched', () => {
    expect(causeOf(facts({ searched: 'filtered' }), K)).toBe('not-searched');
    expect(causeOf(facts({ searched: 'chunked-apart' }), K)).toBe('not-searched');
  });

  describe('takes the first that matches', () => {
    // Of two neighbours in the order of precedence, facts that both match.
    const pairs: [Cause, Partial<PassageFacts>][] = [
      ['not-searched', { ...ALONE.truncated, searched: 'missing' }],
      ['truncated', { retrievers: [words(null, 0), vectors(null, true)] }],
      ['analyzer', { retrievers: [words(null, 0), vectors(12)], steps: [join(29)], rank: 29 }],
      [
        'no-shared-words',
        // Below 20 candidates in every list that reads vectors, and among them in the list of words alone.
        {
          shared: { written: 0, stems: 0 },
          retrievers: [words(3, 0), vectors(40)],
          steps: [join(30), rerank(30, 30)],
          rank: 30,
        },
      ],
      ['lost-in-fusion', { retrievers: [words(22), vectors(4)], steps: [join(25), rerank(25, 25)], rank: 25 }],
      ['demoted', { retrievers: [words(2), vectors(7)], steps: [join(3), rerank(3, 7)], rank: 7 }],
      ['just-below-k', { retrievers: [words(6)], rank: 6 }],
    ];
    it.each(pairs)('%s', (cause, given) => {
      expect(causeOf(facts(given), K)).toBe(cause);
    });
  });

  describe('truncated', () => {
    it('is no cause where the model that read a part has the passage within k', () => {
      const given = { retrievers: [words(40), vectors(3, true)], steps: [join(12)], rank: 12 };
      expect(causeOf(facts(given), K)).toBe('lost-in-fusion');
    });

    it('is one where the reranker read a part of it', () => {
      const given = { retrievers: [words(1)], steps: [rerank(1, 30, 20, true)], rank: 30 };
      expect(causeOf(facts(given), K)).toBe('truncated');
    });

    it('is none where that is not known', () => {
      const unknown = { ...vectors(40), truncated: null };
      expect(causeOf(facts({ retrievers: [unknown], rank: 40 }), K)).toBe('other');
    });
  });

  describe('what is lost later was not lost before', () => {
    it('a passage that fusion has within k is demoted, though it shares no words', () => {
      const given = {
        shared: { written: 0, stems: 0 },
        retrievers: [words(null, 0), vectors(12)],
        steps: [join(4), rerank(4, 9)],
        rank: 9,
      };
      // Of 5 candidates: the vectors' 12th is below the cut.
      expect(causeOf(facts(given), 5)).toBe('demoted');
    });
  });

  describe('no shared words', () => {
    const none = { shared: { written: 0, stems: 0 } };

    it('is no cause where vectors have the passage within k', () => {
      const given = { ...none, retrievers: [words(null, 0), vectors(3)], steps: [join(9)], rank: 9 };
      expect(causeOf(facts(given), K)).toBe('lost-in-fusion');
    });

    it('is no cause where vectors have it among the candidates of the reranker', () => {
      const given = { ...none, retrievers: [words(null, 0), vectors(12)], steps: [join(14), rerank(14, 30)], rank: 30 };
      expect(causeOf(facts(given), K)).toBe('demoted');
    });

    it('goes by stems where no retriever searches words', () => {
      expect(causeOf(facts({ ...none, retrievers: [vectors(40)], rank: 40 }), K)).toBe('no-shared-words');
      const stems = { shared: { written: 0, stems: 1 } };
      expect(causeOf(facts({ ...stems, retrievers: [vectors(40)], rank: 40 }), K)).toBe('other');
    });

    it('is not claimed of external runs, nor where words are not known', () => {
      const run = { kind: 'run', rank: 40, words: null, truncated: null } as const;
      expect(causeOf(facts({ ...none, retrievers: [run], rank: 40 }), K)).toBe('other');
      const rewritten = { ...words(40), words: null };
      expect(causeOf(facts({ ...none, retrievers: [rewritten], rank: 40 }), K)).toBe('other');
    });
  });

  describe('below the candidates', () => {
    it('is no cause where the reranker reads all', () => {
      const all = { ...rerank(300, 300), reads: null };
      expect(causeOf(facts({ retrievers: [words(300)], steps: [all], rank: 300 }), K)).toBe('other');
    });

    it('is one where no list has the passage', () => {
      expect(causeOf(facts({ retrievers: [words(null)], steps: [rerank(null, null)] }), K)).toBe('below-candidates');
    });
  });

  it('a reranker that lifts a passage, too little, did not demote it', () => {
    const given = { retrievers: [words(16)], steps: [rerank(16, 12)], rank: 12 };
    expect(causeOf(facts(given), K)).toBe('other');
  });

  it('just below k ends at 2k', () => {
    expect(causeOf(facts({ rank: 10 }), K)).toBe('just-below-k');
    expect(causeOf(facts({ rank: 11 }), K)).toBe('other');
  });

  it('knows no more of an external run than ranks', () => {
    expect(causeOf(facts({ shared: null, rank: 7 }), K)).toBe('just-below-k');
    expect(causeOf(facts({ shared: null }), K)).toBe('other');
  });
});
