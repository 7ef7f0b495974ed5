import { append, valueOf } from '../../../base/containers';
import type { ConditionSpec } from './metadata-spec';
import { type Described, numberOf, valuesOf } from './field-values';
import { minMax } from '../../fusion/normalise';
import { rank } from '../../run/order';
import type { DocId, Ranking } from '../../../base/types';

interface TermsOfValue {
  readonly value: string;
  readonly terms: readonly string[];
}

interface NumberSpan {
  readonly from: number;
  readonly to: number;
  readonly values: readonly string[];
}

/** All terms of a value in a row; one inside a longer one (“phone” in “phone case”) is not named. */
export class NamedValues {
  readonly #byFirst = new Map<string, Map<string, { terms: readonly string[]; values: string[] }>>();

  constructor(values: Iterable<TermsOfValue>) {
    for (const { value, terms } of values) {
      const [first] = terms;
      if (first === undefined) continue;
      const alike = valueOf(
        this.#byFirst,
        first,
        () => new Map<string, { terms: readonly string[]; values: string[] }>(),
      );
      valueOf(alike, JSON.stringify(terms), () => ({ terms, values: [] })).values.push(value);
    }
  }

  in(question: readonly string[]): ReadonlySet<string> {
    const spans = question.flatMap((_, from) => this.#spansAt(question, from));
    const meant = spans.filter((span) => !spans.some((other) => isInside(span, other)));
    return new Set(meant.flatMap(({ values }) => values));
  }

  #spansAt(question: readonly string[], from: number): NumberSpan[] {
    return [...(this.#byFirst.get(question[from]!)?.values() ?? [])]
      .filter(({ terms }) => terms.every((term, i) => question[from + i] === term))
      .map(({ terms, values }) => ({ from, to: from + terms.length, values }));
  }
}

const isInside = (inner: NumberSpan, outer: NumberSpan): boolean =>
  outer.from <= inner.from && inner.to <= outer.to && outer.to - outer.from > inner.to - inner.from;

export type Meets = (doc: number) => boolean;

export interface Condition {
  /** What it asks of documents for a question; null where the question asks for nothing, since it names no value. */
  forQuestion(question: string): Meets | null;
}

type TermsOf = (text: string) => readonly string[];

/** @param termsOf for the values of the field and for questions, where the condition is `question` */
export function openCondition(spec: ConditionSpec, docs: readonly Described[], termsOf: TermsOf): Condition {
  switch (spec.kind) {
    case 'values': {
      const wanted = new Set(spec.values);
      return everywhere(docs.map((doc) => valuesOf(doc, spec.field).some((value) => wanted.has(value))));
    }
    case 'range': {
      const [least, most] = [spec.least ?? -Infinity, spec.most ?? Infinity];
      return everywhere(
        docs.map((doc) => {
          const number = numberOf(doc, spec.field);
          return number !== undefined && number >= least && number <= most;
        }),
      );
    }
    case 'question':
      return namedByQuestion(spec.field, docs, termsOf);
  }
}

function everywhere(met: readonly boolean[]): Condition {
  return { forQuestion: () => (doc) => met[doc]! };
}

function namedByQuestion(field: string, docs: readonly Described[], termsOf: TermsOf): Condition {
  const holders = holdersOf(field, docs);
  const named = new NamedValues([...holders.keys()].map((value): TermsOfValue => ({ value, terms: termsOf(value) })));
  return {
    forQuestion(question) {
      const values = [...named.in(termsOf(question))];
      if (values.length === 0) return null;
      const met = new Set(values.flatMap((value) => holders.get(value)!));
      return (doc) => met.has(doc);
    },
  };
}

function holdersOf(field: string, docs: readonly Described[]): ReadonlyMap<string, number[]> {
  const holders = new Map<string, number[]>();
  docs.forEach((doc, i) => {
    for (const value of valuesOf(doc, field)) append(holders, value, i);
  });
  return holders;
}

export const fieldValues = (field: string, docs: readonly Described[]): string[] => [...holdersOf(field, docs).keys()];

/** s' = (s − min) / (max − min) + weight · share: a factor would do nothing to the last. @param share 0 to 1 */
export function boosted(ranking: Ranking, weight: number, share: (doc: DocId) => number): Ranking {
  const scores = minMax(Float64Array.from(ranking, ({ score }) => score));
  return rank(ranking.map(({ id }, i) => ({ id, score: scores[i]! + weight * share(id) })));
}

/** A document's number, from 0 at the collection's lowest to 1 at the highest; 0 without one, or if all are equal. */
export function numberShares(field: string, docs: readonly Described[]): Float64Array {
  const numbers = docs.map((doc) => numberOf(doc, field));
  let [low, high] = [Infinity, -Infinity];
  for (const number of numbers) {
    if (number === undefined) continue;
    low = Math.min(low, number);
    high = Math.max(high, number);
  }
  return Float64Array.from(numbers, (number) =>
    number === undefined || high <= low ? 0 : (number - low) / (high - low),
  );
}
