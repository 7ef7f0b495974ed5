import type { AnalyzerSpec } from '../../domain/text/analyzer-spec';
import { canonicalJson } from '../../base/hash';
import { openAnalyzer } from '../../domain/text/open-analyzer';
import type { Analyzer } from '../../domain/text/plain-text';
import type { DocId, QueryId, Run } from '../../base/types';
import { analyzerLoaders } from '../text/loaders';
import type { Candidates } from '../../contract/workers';
import { buildFeatures, type Route } from '../../domain/ltr/build-features';
import type { MetadataFeature } from '../../domain/ltr/features';
import type { CandidateMatrix } from '../../domain/ltr/matrix';
import { unpackRankings } from '../../domain/run/packed';
import { type FeaturesSpec, routeNames } from '../../domain/ltr/learned-spec';

export class TermStatistics {
  readonly #passages = new Map<DocId, { readonly terms: readonly string[]; readonly milliseconds: number }>();

  private constructor(
    private readonly identity: string,
    readonly analyze: Analyzer,
  ) {}

  static async opened(open: TermStatistics | null, corpus: string, analyzer: AnalyzerSpec): Promise<TermStatistics> {
    const identity = canonicalJson([corpus, analyzer]);
    if (open?.identity === identity) return open;
    return new TermStatistics(identity, await openAnalyzer(analyzer, analyzerLoaders));
  }

  missing(docs: readonly DocId[]): DocId[] {
    return docs.filter((doc) => !this.#passages.has(doc));
  }

  add(docs: readonly DocId[], texts: readonly string[]): void {
    for (const [i, doc] of docs.entries()) {
      const began = performance.now();
      const terms = this.analyze(texts[i]!);
      this.#passages.set(doc, { terms, milliseconds: performance.now() - began });
    }
  }

  of(doc: DocId): readonly string[] {
    return this.#added(doc).terms;
  }

  milliseconds(docs: readonly DocId[]): number {
    return docs.reduce((sum, doc) => sum + this.#added(doc).milliseconds, 0);
  }

  #added(doc: DocId) {
    const passage = this.#passages.get(doc);
    if (!passage) throw new Error(`the terms of “${doc}” are read before they are added`);
    return passage;
  }
}

export interface TermSource {
  readonly passages: TermStatistics;
  readonly meanLength: number;
}

export function describeQuestions(candidates: Candidates, spec: FeaturesSpec, terms: TermSource | null) {
  const { questions, docs, depth } = candidates;
  const textOf = new Map(questions.map(({ id, text }) => [id, text]));
  const names = routeNames(candidates.routes.length);
  const routes = candidates.routes.map((packed, i): Route => {
    const lists = unpackRankings(packed, docs);
    const run: Run = new Map(questions.map(({ id }, q) => [id, lists[q]!]));
    return { name: names[i]!, run, depth };
  });
  const grades = unpackRankings(candidates.judged, docs);
  const metadata = metadataOf(candidates, spec);
  return questions.map(({ id }, q) => {
    const began = performance.now();
    const matrix = buildFeatures({
      questions: [id],
      routes,
      routeFeatures: spec.routes,
      termFeatures: spec.terms,
      ...(terms ? { terms: termsOf(terms, textOf) } : {}),
      metadata,
      qrels: new Map([[id, new Map(grades[q]!.map(({ id: doc, score }) => [doc, score]))]]),
    });
    return { matrix, milliseconds: performance.now() - began };
  });
}

function metadataOf({ docs, numbers }: Candidates, { metadata = [] }: FeaturesSpec): MetadataFeature[] {
  if (metadata.length === 0) return [];
  const places = new Map(docs.map((doc, place) => [doc, place]));
  return metadata.map(({ field, absent }, i) => ({
    name: field,
    absent,
    valueOf(doc) {
      const number = numbers[i]![places.get(doc)!]!;
      return Number.isNaN(number) ? undefined : number;
    },
  }));
}

const termsOf = ({ passages, meanLength }: TermSource, textOf: ReadonlyMap<QueryId, string>) => ({
  ofQuestion: (question: QueryId) => passages.analyze(textOf.get(question)!),
  ofDoc: (doc: DocId) => passages.of(doc),
  meanLength,
});

export function joinQuestions(parts: readonly CandidateMatrix[]): CandidateMatrix {
  const offsets = new Int32Array(parts.length + 1);
  parts.forEach((part, q) => (offsets[q + 1] = offsets[q]! + part.docs.length));
  const names = parts[0]?.names ?? [];
  const values = new Float64Array(offsets.at(-1)! * names.length);
  const labels = new Float64Array(offsets.at(-1)!);
  parts.forEach((part, q) => {
    values.set(part.values, offsets[q]! * names.length);
    labels.set(part.labels, offsets[q]!);
  });
  return {
    names,
    values,
    offsets,
    labels,
    questions: parts.flatMap(({ questions }) => questions),
    docs: parts.flatMap(({ docs }) => docs),
  };
}
