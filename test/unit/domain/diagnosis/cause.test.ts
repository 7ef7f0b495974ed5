import { describe, expect, it } from 'vitest';
import { type Cause, causeOf, CAUSES, type PassageFacts } from '../../../../src/domain/diagnosis/cause';
import { made } from './facts';
import { docId, queryId } from '../../../../src/base/types';
import { missedTargets, ranksOf, recallTargets } from '../../../../src/domain/diagnosis/recall-targets';
import {
  annotated,
  type AnnotationEdit,
  NO_ANNOTATIONS,
  questionAnnotation,
} from '../../../../src/domain/diagnosis/annotations';
import { diagnose, lossesOf, mainCause } from '../../../../src/domain/diagnosis/diagnose';

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

  const none = { shared: { written: 0, stems: 0 } };
  const run = { kind: 'run', rank: 40, words: null, truncated: null } as const;
  const both = [words(null, 0), vectors(12)];
  it.each<[what: string, Cause, Partial<PassageFacts>]>([
    ['what was filtered out was not searched', 'not-searched', { searched: 'filtered' }],
    ['what was chunked apart was not searched', 'not-searched', { searched: 'chunked-apart' }],
    [
      'nothing is truncated where the model that read a part has the passage within k',
      'lost-in-fusion',
      { retrievers: [words(40), vectors(3, true)], steps: [join(12)], rank: 12 },
    ],
    [
      'it is where the reranker read a part',
      'truncated',
      { retrievers: [words(1)], steps: [rerank(1, 30, 20, true)], rank: 30 },
    ],
    ['it is not where that is not known', 'other', { retrievers: [{ ...vectors(40), truncated: null }], rank: 40 }],
    // Of 5 candidates: the vectors' 12th is below the cut.
    [
      'what fusion has within k is demoted, though it shares no words',
      'demoted',
      { ...none, retrievers: both, steps: [join(4), rerank(4, 9)], rank: 9 },
    ],
    [
      'sharing no words is no cause where vectors have the passage within k',
      'lost-in-fusion',
      { ...none, retrievers: [words(null, 0), vectors(3)], steps: [join(9)], rank: 9 },
    ],
    [
      'nor where they have it among the candidates of the reranker',
      'demoted',
      { ...none, retrievers: both, steps: [join(14), rerank(14, 30)], rank: 30 },
    ],
    [
      'it goes by stems where no retriever searches words',
      'no-shared-words',
      { ...none, retrievers: [vectors(40)], rank: 40 },
    ],
    ['one stem is enough', 'other', { shared: { written: 0, stems: 1 }, retrievers: [vectors(40)], rank: 40 }],
    ['it is not claimed of external runs', 'other', { ...none, retrievers: [run], rank: 40 }],
    ['nor where words are not known', 'other', { ...none, retrievers: [{ ...words(40), words: null }], rank: 40 }],
    [
      'nothing is below the candidates where the reranker reads all',
      'other',
      { retrievers: [words(300)], steps: [{ ...rerank(300, 300), reads: null }], rank: 300 },
    ],
    ['it is where no list has it', 'below-candidates', { retrievers: [words(null)], steps: [rerank(null, null)] }],
    [
      'a reranker that lifts a passage, too little, did not demote it',
      'other',
      { retrievers: [words(16)], steps: [rerank(16, 12)], rank: 12 },
    ],
    ['just below k ends at 2k', 'just-below-k', { rank: 10 }],
    ['and not behind it', 'other', { rank: 11 }],
    ['of an external run ranks are known', 'just-below-k', { shared: null, rank: 7 }],
    ['and no more than ranks', 'other', { shared: null }],
  ])('%s: %s', (_, cause, given) => {
    expect(causeOf(facts(given), K)).toBe(cause);
  });
});

const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(docId) as [
  ReturnType<typeof docId>,
  ReturnType<typeof docId>,
  ReturnType<typeof docId>,
  ReturnType<typeof docId>,
];
const judged = new Map([
  [a, 2],
  [b, 0],
  [c, 1],
]);

describe('recallTargets', () => {
  it('is each passage whose grade is relevant', () => {
    expect(recallTargets(judged, undefined, 1)).toEqual([{ docs: [a] }, { docs: [c] }]);
    expect(recallTargets(judged, undefined, 2)).toEqual([{ docs: [a] }]);
  });

  it('is each need where there are needs, whatever the grades', () => {
    const needs = [{ docs: [b, c], text: 'x' }, { docs: [] }];
    expect(recallTargets(judged, needs, 2)).toEqual([{ docs: [b, c] }, { docs: [] }]);
  });
});

describe('missedTargets', () => {
  const ranks = ranksOf([
    { id: b, score: 1 },
    { id: a, score: 3 },
    { id: d, score: 1 },
  ]);

  it('reads a ranking as measures do: by score, then by id from the highest', () => {
    expect([...ranks]).toEqual([
      [a, 1],
      [d, 2],
      [b, 3],
    ]);
  });

  it('is what no passage within k meets', () => {
    const targets = [{ docs: [a] }, { docs: [c, b] }, { docs: [d] }, { docs: [] }];
    expect(missedTargets(targets, ranks, 2)).toEqual([{ docs: [c, b] }, { docs: [] }]);
    expect(missedTargets(targets, ranks, 3)).toEqual([{ docs: [] }]);
  });
});

const [q1, q2] = [queryId('q1'), queryId('q2')];
const after = (...edits: AnnotationEdit[]) => edits.reduce(annotated, NO_ANNOTATIONS);

describe('annotations', () => {
  it('keep no question without a tag and a note', () => {
    const all = after(
      { kind: 'tag', queries: [q1], tag: 'typo' },
      { kind: 'note', query: q2, note: ' look again ' },
      { kind: 'untag', queries: [q1, q2], tag: 'typo' },
    );
    expect(all.questions).toEqual({ [q2]: { tags: [], note: 'look again' } });
    expect(annotated(all, { kind: 'note', query: q2, note: ' ' }).questions).toEqual({});
  });

  it('of a question that is named as a property of every object are none', () => {
    expect(questionAnnotation(NO_ANNOTATIONS, queryId('constructor'))).toEqual({ tags: [], note: '' });
    const all = after({ kind: 'note', query: queryId('__proto__'), note: 'x' });
    expect(questionAnnotation(all, queryId('__proto__')).note).toBe('x');
  });

  it('replace a set that has the name, in its place, and remove one', () => {
    const set = (name: string, filter: string): AnnotationEdit => ({ kind: 'save-set', set: { name, filter } });
    const all = after(set('a', '1'), set('b', '2'), set(' a ', '3'), set(' ', '4'));
    expect(all.sets).toEqual([
      { name: 'a', filter: '3' },
      { name: 'b', filter: '2' },
    ]);
    expect(annotated(all, { kind: 'remove-set', name: 'a' }).sets).toEqual([{ name: 'b', filter: '2' }]);
  });
});

describe('diagnose', () => {
  const [a, b] = ['a', 'b'].map(docId) as [ReturnType<typeof docId>, ReturnType<typeof docId>];
  const of =
    (known: Record<string, PassageFacts>) =>
    (id: string): PassageFacts =>
      known[id]!;

  describe('diagnose', () => {
    it('takes the passage that is ranked highest, of those that would have met a need', () => {
      const known = { a: made.facts({ rank: 40 }), b: made.facts({ rank: 9 }) };
      const found = diagnose({ docs: [a, b] }, of(known), 5, 'missing');
      expect(found).toMatchObject({ docs: [a, b], id: b, cause: 'just-below-k', facts: known.b });
    });

    it('takes the one that came furthest where none is ranked', () => {
      const known = {
        a: made.facts({ retrievers: [made.words(null, 0)], shared: { written: 0, stems: 0 } }),
        b: made.facts({ retrievers: [made.words(3)], steps: [made.join(null)] }),
      };
      expect(diagnose({ docs: [a, b] }, of(known), 5, 'missing')).toMatchObject({ id: b, cause: 'lost-in-fusion' });
      expect(diagnose({ docs: [b, a] }, of(known), 5, 'missing')).toMatchObject({ id: b, cause: 'lost-in-fusion' });
    });

    it.each(['missing', 'chunked-apart'] as const)('a need that nothing meets is %s', (why) => {
      const found = diagnose({ docs: [] }, of({}), 5, why);
      expect(found).toMatchObject({ id: null, cause: 'not-searched', facts: { searched: why } });
    });
  });

  it('lossesOf gives each target an equal part', () => {
    const losses = lossesOf([{ cause: 'demoted' }, { cause: 'other' }, { cause: 'demoted' }], 4);
    expect(losses).toMatchObject({ demoted: 0.5, other: 0.25, truncated: 0 });
    expect(Object.keys(losses)).toEqual([...CAUSES]);
  });

  it('mainCause is the most frequent, and of equals the first in precedence', () => {
    expect(mainCause([])).toBeNull();
    expect(mainCause([{ cause: 'other' }, { cause: 'demoted' }, { cause: 'other' }])).toBe('other');
    expect(mainCause([{ cause: 'other' }, { cause: 'demoted' }])).toBe('demoted');
  });
});
