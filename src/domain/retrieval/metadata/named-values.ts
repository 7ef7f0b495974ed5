import { valueOf } from '../../../base/containers';

/** By the analyzer that reads the questions. */
export interface TermsOfValue {
  readonly value: string;
  readonly terms: readonly string[];
}

interface NumberSpan {
  readonly from: number;
  readonly to: number;
  readonly values: readonly string[];
}

/**
 * Finds the values that a question names: it has all their terms in a row. A value inside a longer one (“phone” in
 * “phone case”) is not named there, one without terms never; those with the same terms are named together.
 */
export class NamedValues {
  /** Values by their first term, and then by all of them. */
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

  /** @param question its terms, in their order */
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
