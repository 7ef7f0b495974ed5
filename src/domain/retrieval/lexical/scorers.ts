import * as v from 'valibot';
import type { Postings, QuestionTerms } from './postings';

/** What depends only on documents is computed once. */
export interface Scorer {
  weights(question: QuestionTerms): Float64Array;

  /** Adds what the postings `from … to` of a term are worth. A call per posting would cost more than the formula. */
  add(term: number, weight: number, from: number, to: number, scores: Float64Array): void;

  /** What a term is worth in a document that lacks it, if not 0; then {@link add} adds the difference to that. */
  readonly absent: Absent | null;
}

/** For each occurrence of term t in the question, a document d that lacks it has `ofTerm(t) + ofDoc[d]`. */
interface Absent {
  ofTerm(term: number): number;
  readonly ofDoc: Float64Array | null;
}

const notNegative = v.pipe(v.number(), v.finite(), v.minValue(0));
const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));

const saturation = { k1: notNegative, b: share };

/** @param usual the parameters with which it is usually run: Lucene's, rank-bm25's, and Zhai and Lafferty's μ */
const scorer = <Kind extends string, Own extends v.ObjectEntries>(
  kind: Kind,
  own: Own,
  usual: v.InferOutput<v.StrictObjectSchema<Own, undefined>>,
  make: (postings: Postings, spec: v.InferOutput<v.StrictObjectSchema<Own, undefined>>) => Scorer,
) => ({ schema: v.strictObject({ kind: v.literal(kind), ...own }), usual: { kind, ...usual }, make });

/** N documents of avgdl tokens in the mean; a term is tf times in a document of dl tokens and in df documents. */
const SCORERS = {
  /**
   * BM25 as Lucene has it since version 8: score(q, d) = Σ over tokens t of q: idf(t) · tf / (tf + k1 · (1 − b + b · dl
   * / avgdl)), idf(t) = ln(1 + (N − df + 0.5) / (df + 0.5)), without the factor k1 + 1, which changes no order. With
   * `lengths: 'byte'`, as in Elasticsearch, OpenSearch and pg_textsearch, dl is {@link byteLength}, avgdl the mean of
   * exact lengths; documents without a token count in neither N nor avgdl. Robertson et al., “Okapi at TREC-3”, 1994;
   * Kamphuis et al., “Which BM25 Do You Mean?”, ECIR 2020: “Lucene (accurate)” and “Lucene (default)”.
   */
  'bm25-lucene': scorer(
    'bm25-lucene',
    { ...saturation, lengths: v.exactOptional(v.literal('byte')) },
    { k1: 1.2, b: 0.75 },
    (postings, { k1, b, lengths }) => {
      const { docs, frequencies } = postings;
      const { docCount, ...measured } = lengths === 'byte' ? inBytes(postings) : postings;
      const norms = lengthNorms(measured, b, k1);
      return {
        weights: ({ ids, counts }) =>
          Float64Array.from(ids, (term, i) => {
            const df = postings.documentFrequency(term);
            return counts[i]! * Math.log(1 + (docCount - df + 0.5) / (df + 0.5));
          }),
        add(_term, weight, from, to, scores) {
          for (let at = from; at < to; at++) {
            const doc = docs[at]!;
            const tf = frequencies[at]!;
            scores[doc]! += weight * (tf / (tf + norms[doc]!));
          }
        },
        absent: null,
      };
    },
  ),

  /**
   * BM25+: Σ over tokens t of q that d holds: idf(t) · (δ + tf · (k1 + 1) / (tf + k1 · (1 − b + b · dl / avgdl))),
   * idf(t) = ln((N + 1) / df). `absent`, a missing term's worth: `nothing`, 0, as in the paper; `delta`, idf · δ, as
   * `BM25Plus` of rank-bm25 0.2.2, where δ then changes no order. Counting repeats is the paper's k3 → ∞. Lv and Zhai,
   * “Lower-Bounding Term Frequency Normalization”, CIKM 2011.
   */
  'bm25-plus': scorer(
    'bm25-plus',
    { ...saturation, delta: notNegative, absent: v.picklist(['nothing', 'delta']) },
    { k1: 1.5, b: 0.75, delta: 1, absent: 'nothing' },
    (postings, { k1, b, delta, absent }) => {
      const { docs, frequencies, docCount } = postings;
      const norms = lengthNorms(postings, b, k1);
      const gain = k1 + 1;
      // Where a document that lacks the term has δ too, having it is worth no δ more.
      const bound = absent === 'delta' ? 0 : delta;
      const idf = (term: number): number => Math.log((docCount + 1) / postings.documentFrequency(term));
      return {
        weights: ({ ids, counts }) => Float64Array.from(ids, (term, i) => counts[i]! * idf(term)),
        add(_term, weight, from, to, scores) {
          for (let at = from; at < to; at++) {
            const doc = docs[at]!;
            const tf = frequencies[at]!;
            scores[doc]! += weight * (bound + (tf * gain) / (tf + norms[doc]!));
          }
        },
        absent: absent === 'delta' ? { ofTerm: (term) => idf(term) * delta, ofDoc: null } : null,
      };
    },
  ),

  /**
   * BM25L: Σ over tokens t of q that d holds: idf(t) · (k1 + 1) · (c + δ) / (k1 + c + δ), c = tf / (1 − b + b · dl /
   * avgdl), idf(t) = ln((N + 1) / (df + 0.5)). `rank-bm25`, as rank-bm25 0.2.2, takes each part times tf once more, and
   * finds far less. Lv and Zhai, “When Documents Are Very Long, BM25 Fails!”, SIGIR 2011.
   */
  bm25l: scorer(
    'bm25l',
    { ...saturation, delta: notNegative, form: v.picklist(['paper', 'rank-bm25']) },
    { k1: 1.5, b: 0.75, delta: 0.5, form: 'paper' },
    (postings, { k1, b, delta, form }) => {
      const { docs, frequencies, docCount } = postings;
      const norms = lengthNorms(postings, b, 1);
      return {
        weights: ({ ids, counts }) =>
          Float64Array.from(ids, (term, i) => {
            const idf = Math.log(docCount + 1) - Math.log(postings.documentFrequency(term) + 0.5);
            return counts[i]! * idf * (k1 + 1);
          }),
        add(_term, weight, from, to, scores) {
          for (let at = from; at < to; at++) {
            const doc = docs[at]!;
            const tf = frequencies[at]!;
            const c = tf / norms[doc]! + delta;
            scores[doc]! += weight * (form === 'paper' ? 1 : tf) * (c / (k1 + c));
          }
        },
        absent: null,
      };
    },
  ),

  /**
   * `BM25Okapi` of rank-bm25 0.2.2: Σ over tokens t of q: idf(t) · tf · (k1 + 1) / (tf + k1 · (1 − b + b · dl /
   * avgdl)), idf(t) = ln(N − df + 0.5) − ln(df + 0.5), where that is negative ε · its mean over all terms, negative
   * values kept. In a collection so small that the mean is negative, so are scores.
   */
  'bm25-okapi': scorer(
    'bm25-okapi',
    { ...saturation, epsilon: notNegative },
    { k1: 1.5, b: 0.75, epsilon: 0.25 },
    (postings, { k1, b, epsilon }) => {
      const { docs, frequencies, docCount, termCount } = postings;
      const norms = lengthNorms(postings, b, k1);
      const gain = k1 + 1;
      const rawIdf = (term: number): number => {
        const df = postings.documentFrequency(term);
        return Math.log(docCount - df + 0.5) - Math.log(df + 0.5);
      };
      let sum = 0;
      for (let term = 0; term < termCount; term++) sum += rawIdf(term);
      const floor = epsilon * (sum / termCount);
      return {
        weights: ({ ids, counts }) =>
          Float64Array.from(ids, (term, i) => {
            const idf = rawIdf(term);
            return counts[i]! * (idf < 0 ? floor : idf);
          }),
        add(_term, weight, from, to, scores) {
          for (let at = from; at < to; at++) {
            const doc = docs[at]!;
            const tf = frequencies[at]!;
            scores[doc]! += weight * ((tf * gain) / (tf + norms[doc]!));
          }
        },
        absent: null,
      };
    },
  ),

  /**
   * Cosine of tf-idf vectors as scikit-learn's `TfidfVectorizer` (smooth_idf, norm l2): tf(t) · idf(t), idf(t) = ln((1
   * + N) / (1 + df)) + 1, divided by the length. The question's vector lacks unknown terms. Salton and Buckley 1988.
   */
  'tf-idf': scorer('tf-idf', {}, {}, (postings) => {
    const { docs, frequencies, docCount } = postings;
    const idf = (term: number): number => Math.log((1 + docCount) / (1 + postings.documentFrequency(term))) + 1;
    const inverseNorms = inverseVectorLengths(postings, idf);
    return {
      weights({ ids, counts }) {
        const values = Float64Array.from(ids, (term, i) => counts[i]! * idf(term));
        const length = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));
        return values.map((value, i) => (value / length) * idf(ids[i]!));
      },
      add(_term, weight, from, to, scores) {
        for (let at = from; at < to; at++) {
          const doc = docs[at]!;
          scores[doc]! += weight * frequencies[at]! * inverseNorms[doc]!;
        }
      },
      absent: null,
    };
  }),

  /**
   * Query likelihood with Dirichlet smoothing (Zhai and Lafferty, SIGIR 2001): Σ over tokens t of q: ln((tf + μ · cf /
   * C) / (dl + μ)), cf occurrences of t among C tokens, unknown tokens left out. Scores are negative, comparable only
   * within a question. A posting adds ln((tf + s) / s), s = μ · cf / C, its gain over a document without the term.
   */
  'query-likelihood': scorer(
    'query-likelihood',
    { mu: v.pipe(v.number(), v.finite(), v.gtValue(0)) },
    { mu: 2000 },
    (postings, { mu }) => {
      const { docs, frequencies, lengths, collectionFrequencies, tokenCount } = postings;
      const smoothing = (term: number): number => (mu * collectionFrequencies[term]!) / tokenCount;
      const table = new Float64Array(TABLE);
      return {
        weights: ({ counts }) => Float64Array.from(counts),
        add(term, weight, from, to, scores) {
          const s = smoothing(term);
          // A term of few postings needs fewer logarithms than the table has entries.
          const inTable = to - from > TABLE ? TABLE : 0;
          for (let tf = 1; tf < inTable; tf++) table[tf] = weight * Math.log1p(tf / s);
          for (let at = from; at < to; at++) {
            const tf = frequencies[at]!;
            scores[docs[at]!]! += tf < inTable ? table[tf]! : weight * Math.log1p(tf / s);
          }
        },
        absent: {
          ofTerm: (term) => Math.log(smoothing(term)),
          ofDoc: Float64Array.from(lengths, (length) => -Math.log(length + mu)),
        },
      };
    },
  ),
};

/** Logarithms of frequencies below this are computed once for a term, not for each posting. */
const TABLE = 32;

export const scorerSchema = v.variant(
  'kind',
  Object.values(SCORERS).map(({ schema }) => schema),
);

export type ScorerSpec = v.InferOutput<typeof scorerSchema>;
export type ScorerSpecOf<Kind extends ScorerSpec['kind']> = Extract<ScorerSpec, { kind: Kind }>;

export const DEFAULT_SCORERS = Object.fromEntries(
  Object.entries(SCORERS).map(([kind, { usual }]) => [kind, usual]),
) as unknown as { readonly [Kind in ScorerSpec['kind']]: ScorerSpecOf<Kind> };

/** Computes what depends only on documents, a moment each. @throws {RangeError} for a parameter outside its range */
export function scorerOf(postings: Postings, spec: ScorerSpec): Scorer {
  const { schema, make } = SCORERS[spec.kind];
  const { issues } = v.safeParse(schema, spec);
  if (issues) throw new RangeError(v.summarize(issues));
  return (make as (postings: Postings, spec: ScorerSpec) => Scorer)(postings, spec);
}

function lengthNorms(
  { lengths, averageLength }: Pick<Postings, 'lengths' | 'averageLength'>,
  b: number,
  factor: number,
): Float64Array {
  return Float64Array.from(lengths, (length) => factor * (1 - b + (b * length) / averageLength));
}

function inBytes({ lengths, tokenCount }: Postings) {
  let docCount = 0;
  for (const length of lengths) if (length > 0) docCount++;
  return { lengths: lengths.map(byteLength), averageLength: tokenCount / docCount, docCount };
}

/** Up to here every length has a byte of its own: a float of four significant bits begins at 24 and is exact for 15 more. */
const EXACT_TO = 39;
const FLOAT_FROM = 24;
const SIGNIFICANT_BITS = 4;

/** Exact up to 39; above, length − 24 is cut to its four leading bits. `SmallFloat.intToByte4` of Lucene. */
export function byteLength(length: number): number {
  if (length <= EXACT_TO) return length;
  const above = length - FLOAT_FROM;
  const cut = 2 ** (Math.floor(Math.log2(above)) + 1 - SIGNIFICANT_BITS);
  return FLOAT_FROM + Math.floor(above / cut) * cut;
}

function inverseVectorLengths(postings: Postings, idf: (term: number) => number): Float64Array {
  const { offsets, docs, frequencies, docCount, termCount } = postings;
  const squares = new Float64Array(docCount);
  for (let term = 0; term < termCount; term++) {
    const weight = idf(term);
    for (let at = offsets[term]!; at < offsets[term + 1]!; at++) {
      const value = frequencies[at]! * weight;
      squares[docs[at]!]! += value * value;
    }
  }
  return squares.map((square) => 1 / Math.sqrt(square));
}
