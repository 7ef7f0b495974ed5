import type { AnalyzerSpec } from '../../domain/text/analyzer-spec';
import { canonicalJson } from '../../base/hash';
import { openAnalyzer } from '../../domain/text/open-analyzer';
import type { Analyzer } from '../../domain/text/plain-text';
import type { DocId } from '../../base/types';
import { analyzerLoaders } from '../text/loaders';

/** Terms of the passages of one collection by one analyzer: several rankers of an experiment read the same. */
export class TermStatistics {
  readonly #passages = new Map<DocId, { readonly terms: readonly string[]; readonly milliseconds: number }>();

  private constructor(
    private readonly identity: string,
    readonly analyze: Analyzer,
  ) {}

  /** @returns `open` where it is of the same collection and analyzer, else one without passages */
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

  /** What it took to read the terms of some passages. */
  milliseconds(docs: readonly DocId[]): number {
    return docs.reduce((sum, doc) => sum + this.#added(doc).milliseconds, 0);
  }

  #added(doc: DocId) {
    const passage = this.#passages.get(doc);
    if (!passage) throw new Error(`the terms of “${doc}” are read before they are added`);
    return passage;
  }
}
