import { type Postings, countTerms, type Question } from './postings';
import type { QuestionSpec } from '../retriever-spec';
import { rm3 } from '../feedback/rm3';
import { type Expansions, Spelling } from '../vocabulary/spelling';
import { Synonyms } from '../vocabulary/synonyms';
import type { LexicalSearch } from './search';

/** The terms of each document: the inverse of an inverted index. */
export class ForwardIndex {
  /** The terms of document `d` are `offsets[d] … offsets[d + 1]`, ascending. */
  readonly offsets: Uint32Array;
  readonly terms: Uint32Array;
  readonly frequencies: Uint16Array | Uint32Array;

  constructor(postings: Postings) {
    const { docCount, termCount, docs, frequencies } = postings;
    this.offsets = new Uint32Array(docCount + 1);
    for (const doc of docs) this.offsets[doc + 1]!++;
    for (let doc = 0; doc < docCount; doc++) this.offsets[doc + 1]! += this.offsets[doc]!;
    this.terms = new Uint32Array(docs.length);
    this.frequencies = frequencies instanceof Uint16Array ? new Uint16Array(docs.length) : new Uint32Array(docs.length);
    const next = this.offsets.slice();
    for (let term = 0; term < termCount; term++)
      for (let at = postings.offsets[term]!; at < postings.offsets[term + 1]!; at++) {
        const to = next[docs[at]!]!++;
        this.terms[to] = term;
        this.frequencies[to] = frequencies[at]!;
      }
  }
}

type ChangeQuestion = (terms: readonly string[]) => Question;

type Changes = {
  readonly [Kind in QuestionSpec['kind']]: (
    postings: Postings,
    search: LexicalSearch,
    spec: Extract<QuestionSpec, { kind: Kind }>,
    logarithms: boolean,
  ) => ChangeQuestion;
};

/** One line a way to change questions. What it needs to know of the collection is made once, here. */
const changes: Changes = {
  'as-asked': () => (terms) => terms,
  rm3: feedbackOf,
  spelling(postings, _search, { maxDistance, most }) {
    const vocabulary = postings.termTexts().map((term, id) => [term, postings.collectionFrequencies[id]!] as const);
    const spelling = new Spelling(vocabulary, { maxDistance, most });
    return (terms) => expanded(terms, spelling.correct(terms));
  },
  synonyms(postings, _search, { kind: _kind, ...options }) {
    const synonyms = new Synonyms(passageTerms(postings), options);
    return (terms) => expanded(terms, synonyms.expand(terms));
  },
};

/** @param logarithms whether the scores of the search are logarithms of likelihoods */
export function changeQuestions(
  postings: Postings,
  search: LexicalSearch,
  spec: QuestionSpec,
  logarithms: boolean,
): ChangeQuestion {
  // The compiler cannot see that the change and the spec come from the same kind.
  const make = changes[spec.kind] as (
    postings: Postings,
    search: LexicalSearch,
    spec: QuestionSpec,
    logarithms: boolean,
  ) => ChangeQuestion;
  return make(postings, search, spec, logarithms);
}

function feedbackOf(
  postings: Postings,
  search: LexicalSearch,
  { kind: _kind, ...options }: Extract<QuestionSpec, { kind: 'rm3' }>,
  logarithms: boolean,
): ChangeQuestion {
  const texts = postings.termTexts();
  const forward = new ForwardIndex(postings);
  const collection = {
    documentCount: postings.docCount,
    documentFrequency: (term: string) => postings.documentFrequency(postings.termId(term)!),
    documentLength: (doc: number) => postings.lengths[doc]!,
    termCounts: (doc: number) =>
      Array.from(
        forward.terms.subarray(forward.offsets[doc]!, forward.offsets[doc + 1]!),
        (term, i) => [texts[term]!, forward.frequencies[forward.offsets[doc]! + i]!] as const,
      ),
  };
  const scores = logarithms ? 'log' : 'plain';
  return (terms) => {
    const known = terms.filter((term) => postings.termId(term) !== undefined);
    return rm3(known, search.search(known, options.fbDocs), collection, { ...options, scores });
  };
}

function expanded(terms: readonly string[], expansions: Expansions): Question {
  if (expansions.size === 0) return terms;
  const counts = new Map(countTerms(terms));
  for (const [term, replacements] of expansions) {
    const asked = countTerms(terms).get(term) ?? 0;
    for (const { term: other, weight } of replacements) counts.set(other, (counts.get(other) ?? 0) + asked * weight);
  }
  return counts;
}

function* passageTerms(postings: Postings): Generator<string[]> {
  const texts = postings.termTexts();
  const { offsets, terms } = new ForwardIndex(postings);
  for (let doc = 0; doc < postings.docCount; doc++)
    yield Array.from(terms.subarray(offsets[doc]!, offsets[doc + 1]!), (term) => texts[term]!);
}
