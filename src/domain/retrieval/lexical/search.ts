import { TopK } from '../top-k';
import { type Postings, countTerms, type Question, questionTerms } from './postings';
import { type Scorer, scorerOf, type ScorerSpec } from './scorers';

interface TermShare {
  readonly term: string;
  /** How often the question holds it, or what it counts there. */
  readonly inQuestion: number;
  readonly inDocument: number;
  /** How many documents hold it; 0 where none does, and then its share is 0. */
  readonly documents: number;
  readonly share: number;
}

interface ScoreExplanation {
  /** That of {@link LexicalSearch.search}, to the last bit. */
  readonly score: number;
  /** Each distinct term once, in the order of the question. The shares add up to the score. */
  readonly shares: readonly TermShare[];
}

/**
 * The score of a document that holds no term of the question. Added to −0, any number stays what it is, and no sum of
 * other numbers is −0: so a document whose terms add up to 0 still differs, without a second array.
 */
const UNTOUCHED = -0;

/**
 * Exact search, term at a time, then a pass over all scores: it costs less than listing the documents that were
 * touched, since the frequent words of a question touch most. No document is skipped by an estimate.
 */
export class LexicalSearch {
  private readonly scorer: Scorer;
  /** By document; all {@link UNTOUCHED} between questions. */
  private readonly scores: Float64Array;

  /** @throws {RangeError} for a parameter of the scorer outside its range */
  constructor(
    private readonly postings: Postings,
    spec: ScorerSpec,
  ) {
    this.scorer = scorerOf(postings, spec);
    this.scores = new Float64Array(postings.docCount).fill(UNTOUCHED);
  }

  /** @returns the best documents that hold at least one term, best first, ties by lower position */
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

  /** Explains also a document that holds no term. @throws {RangeError} if there is no such document */
  explain(asked: Question, doc: number): ScoreExplanation {
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
