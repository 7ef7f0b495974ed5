import { TopK } from '../top-k';
import { countTerms, type Postings, type Question, questionTerms } from './postings';
import { type Scorer, scorerOf, type ScorerSpec } from './scorers';
import type { LexicalSpec, QuestionOptions, QuestionSpec, TermGraphSpec } from '../retriever-spec';
import { rm3 } from '../feedback/rm3';
import { type Expansions, Spelling, Synonyms } from '../vocabulary/expansions';

type TermShare = Omit<ExplainedTerm, 'added' | 'share'> & { readonly share: number };

/** The score of a document without terms of the question: −0 plus any number is that number, and no other sum is −0. */
const UNTOUCHED = -0;

/** Exact search, term at a time, then a pass over all scores, which costs less than listing touched documents. */
export class LexicalSearch {
  private readonly scorer: Scorer;
  private readonly scores: Float64Array;

  constructor(
    private readonly postings: Postings,
    spec: ScorerSpec,
  ) {
    this.scorer = scorerOf(postings, spec);
    this.scores = new Float64Array(postings.docCount).fill(UNTOUCHED);
  }

  search(asked: Question, depth: number): { doc: number; score: number }[] {
    const { scores, scorer, postings } = this;
    const question = questionTerms(postings, asked);
    if (question.length === 0) return [];
    const { ids, counts } = question;
    const weights = scorer.weights(question);
    let base = 0;
    for (let i = 0; i < ids.length; i++) {
      const term = ids[i]!;
      this.add(term, weights[i]!, postings.offsets[term]!, postings.offsets[term + 1]!);
      base += counts[i]! * this.absentOfTerm(term);
    }
    const best = new TopK(Math.min(depth, scores.length));
    const ofDoc = scorer.absent?.ofDoc ?? null;
    let { floor } = best;
    for (let doc = 0; doc < scores.length; doc++) {
      const sum = scores[doc]!;
      if (sum === 0 && Object.is(sum, UNTOUCHED)) continue;
      const score = sum + (ofDoc === null ? base : base + question.length * ofDoc[doc]!);
      if (score > floor) {
        best.offer(doc, score);
        floor = best.floor;
      }
    }
    scores.fill(UNTOUCHED);
    return best.drain();
  }

  /**
   * The score of a document, also of one that holds no term, to the last bit, and what each distinct term adds to it,
   * in the order of the question. @throws {RangeError} if there is no such document
   */
  explain(asked: Question, doc: number): { readonly score: number; readonly shares: readonly TermShare[] } {
    const { postings } = this;
    if (!(doc in postings.lengths)) throw new RangeError(`there is no document ${doc} in the index`);
    const question = questionTerms(postings, asked);
    const weights = this.scorer.weights(question);
    const shares: TermShare[] = [];
    let [sum, base, known] = [0, 0, 0];
    for (const [term, inQuestion] of countTerms(asked)) {
      const id = postings.termId(term);
      if (id === undefined) {
        shares.push({ term, inQuestion, inDocument: 0, documents: 0, share: 0 });
        continue;
      }
      const at = postings.find(id, doc);
      const added = at < 0 ? 0 : this.addedBy(id, weights[known]!, at, doc);
      known++;
      sum += added;
      base += inQuestion * this.absentOfTerm(id);
      shares.push({
        term,
        inQuestion,
        inDocument: at < 0 ? 0 : postings.frequencies[at]!,
        documents: postings.documentFrequency(id),
        share: added + inQuestion * (this.absentOfTerm(id) + this.absentOfDoc(doc)),
      });
    }
    return { score: sum + (base + question.length * this.absentOfDoc(doc)), shares };
  }

  /** By the scorer's own loop over a single posting, so that no formula is written twice. */
  private addedBy(term: number, weight: number, at: number, doc: number): number {
    this.add(term, weight, at, at + 1);
    const added = this.scores[doc]!;
    this.scores[doc] = UNTOUCHED;
    return added;
  }

  private add(term: number, weight: number, from: number, to: number): void {
    // A weight of −0 would leave what it adds to untouched.
    this.scorer.add(term, weight + 0, from, to, this.scores);
  }

  private absentOfTerm(term: number): number {
    return this.scorer.absent?.ofTerm(term) ?? 0;
  }

  private absentOfDoc(doc: number): number {
    return this.scorer.absent?.ofDoc?.[doc] ?? 0;
  }
}

/** The terms of each document: the inverse of an inverted index. */
export class ForwardIndex {
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

/** A search with its scorer, and what it makes of the terms of a question before. */
export function openLexical(postings: Postings, { scorer, question }: LexicalSpec) {
  const search = new LexicalSearch(postings, scorer);
  return { search, change: changeOf(postings, search, question, scorer) };
}

function changeOf(
  postings: Postings,
  search: LexicalSearch,
  question: QuestionSpec,
  scorer: ScorerSpec,
): ChangeQuestion {
  switch (question.kind) {
    case 'as-asked':
      return (terms) => terms;
    case 'rm3':
      return feedbackOf(postings, search, question, scorer.kind === 'query-likelihood' ? 'log' : 'plain');
    case 'spelling': {
      const vocabulary = postings.termTexts().map((term, id) => [term, postings.collectionFrequencies[id]!] as const);
      const spelling = new Spelling(vocabulary, question);
      return (terms) => expanded(terms, spelling.correct(terms));
    }
    case 'synonyms': {
      const synonyms = new Synonyms(passageTerms(postings), question);
      return (terms) => expanded(terms, synonyms.expand(terms));
    }
  }
}

function feedbackOf(
  postings: Postings,
  search: LexicalSearch,
  options: QuestionOptions<'rm3'>,
  scores: 'plain' | 'log',
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

export interface ExplainedTerm {
  readonly term: string;
  /** How often the question holds it, or what it counts there where the question was changed. */
  readonly inQuestion: number;
  /** Whether the question does not have it: a correction, or an expansion of the question. */
  readonly added: boolean;
  /** How often the passage holds it; 0 where it does not. */
  readonly inDocument: number;
  readonly documents: number;
  /** Its part of the score; null where the score is no sum over terms. */
  readonly share: number | null;
}

export interface WordExplanation {
  /** That of the search. The shares add up to it; null where the score is no sum over terms. */
  readonly score: number | null;
  readonly terms: readonly ExplainedTerm[];
}

type ExplainWords = (terms: readonly string[], doc: number) => WordExplanation;

/** Shares are what the scorer adds for each term; scores of a walk over shared terms have none. */
export function openExplainer(postings: Postings, spec: LexicalSpec | TermGraphSpec): ExplainWords {
  return spec.kind === 'lexical' ? explainLexical(postings, spec) : (terms, doc) => heldTerms(postings, terms, doc);
}

function explainLexical(postings: Postings, spec: LexicalSpec): ExplainWords {
  const { search, change } = openLexical(postings, spec);
  return (terms, doc) => {
    const own = new Set(terms);
    const { score, shares } = search.explain(change(terms), doc);
    const explained = shares.map((each) => ({ ...each, added: !own.has(each.term) }));
    // Stable: within the two groups the order is that of the question.
    return { score, terms: explained.sort((a, b) => Number(a.added) - Number(b.added)) };
  };
}

function heldTerms(postings: Postings, question: Question, doc: number): WordExplanation {
  const terms = [...countTerms(question)].map(([term, inQuestion]): ExplainedTerm => {
    const id = postings.termId(term);
    const at = id === undefined ? -1 : postings.find(id, doc);
    return {
      term,
      inQuestion,
      added: false,
      inDocument: at < 0 ? 0 : postings.frequencies[at]!,
      documents: id === undefined ? 0 : postings.documentFrequency(id),
      share: null,
    };
  });
  return { score: null, terms };
}
