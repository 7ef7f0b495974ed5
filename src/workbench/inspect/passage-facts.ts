import { canonicalJson } from '../../base/hash';
import { valueOf, groupBy } from '../../base/containers';
import type { DocId, Query, Doc, QueryId } from '../../base/types';
import type { PassageFacts, RetrieverFacts, Searched, StepFacts } from '../../domain/diagnosis/cause';
import type { RecallTarget } from '../../domain/diagnosis/recall-targets';
import { PARTS, type SystemSpec } from '../../domain/experiment/parts';
import { fieldText } from '../../domain/retrieval/metadata/field-values';
import type { RetrieverSpec } from '../../domain/retrieval/retriever-spec';
import { fieldsOfRetriever, searchOf } from '../../domain/experiment/retrievers';
import { contentTerms, FUNCTION_TEXT, isHiragana, writtenTerms } from '../../domain/questions/content-words';
import type { AnalyzerSpec } from '../../domain/text/analyzer-spec';
import { textKey } from '../../domain/dataset/corpus';
import { pacer } from '../kernel/pace';
import type { Chunking } from '../run/session';
import { vectorNamespace } from '../run/stages/embed';
import { filterFor, type OpenFilter, termsByText } from '../run/stages/filter';
import { rerankNamespace } from '../run/stages/rerank';
import type { FoundList, KnownStages } from './known-stages';
import type { Questions } from '../../contract/storage';
import { isRelevant } from '../../domain/measures/judge';

export interface MissedBy {
  readonly query: Query;
  readonly ranks: ReadonlyMap<DocId, number>;
  readonly missed: readonly RecallTarget[];
}

const READ_UNITS = 100_000;

export class FactFinder {
  private filter: OpenFilter | null = null;
  private readonly vectors: (Flags | null)[] = [];
  private pairs: Flags | null = null;
  private readonly passages: ReadonlyMap<DocId, readonly number[]>;

  constructor(
    private readonly chunking: Chunking,
    private readonly system: SystemSpec,
    private readonly stages: KnownStages | null,
  ) {
    const { chunks: placed, context } = chunking;
    const passages = new Map<DocId, number[]>();
    for (const { id, place } of placed ?? []) {
      const position = context.corpus.positions.get(id)!;
      valueOf(passages, place.doc, () => []).push(position);
    }
    this.passages = passages;
  }

  async open(missing: readonly MissedBy[]): Promise<void> {
    const { filter, retrievers, rerank } = this.system;
    const { context } = this.chunking;
    if (filter && !(filter.kind === 'question' && retrievers.some(isRewritten)))
      this.filter = await filterFor(context, filter);
    if (!this.stages) return;
    const pairs = pairsOf(missing);
    for (const retriever of retrievers) {
      const search = searchOf(retriever);
      this.vectors.push(
        search.kind === 'dense' && !context.late
          ? await this.flags(
              vectorNamespace(context.ports.versions, search, 'passage'),
              pairs,
              (row) => row[1]! > search.maxTokens,
              (_, key) => key,
            )
          : null,
      );
    }
    if (rerank)
      this.pairs = await this.flags(
        rerankNamespace(context.ports.versions, rerank),
        pairs,
        (row) => row[2]! > 0,
        ({ query }, key) => textKey(query.text) + key,
      );
  }

  async of(missing: readonly MissedBy[]): Promise<ReadonlyMap<DocId, PassageFacts>[]> {
    const pairs = pairsOf(missing);
    const words = await this.wordsShared(pairs);
    const facts = missing.map(() => new Map<DocId, PassageFacts>());
    const pace = pacer(this.chunking.context.signal);
    for (const [i, pair] of pairs.entries()) {
      await pace();
      facts[pair.question]!.set(pair.id, {
        searched: this.searched(pair),
        shared: this.shared(pair),
        rank: pair.ranks.get(pair.id) ?? null,
        ...this.stagesOf(pair, words[i]!),
      });
    }
    return facts;
  }

  private positionsOf(id: DocId): readonly number[] {
    const position = this.chunking.context.corpus.positions.get(id);
    return position === undefined ? (this.passages.get(id) ?? []) : [position];
  }

  private searched({ id, query }: Pair): Searched {
    const { corpus } = this.chunking.context;
    if (corpus.ids.length === 0) return 'yes';
    const positions = this.positionsOf(id);
    if (positions.length === 0) return 'missing';
    const meets = this.filter?.forQuestion(query.text);
    return meets && !positions.some(meets) ? 'filtered' : 'yes';
  }

  private stagesOf(pair: Pair, words: readonly (number | null)[]): Pick<PassageFacts, 'retrievers' | 'steps'> {
    const { id, query, ranks } = pair;
    const none = { retrievers: [], steps: [] };
    if (!this.stages) return none;
    const rankIn = (list: FoundList): number | null => list(query.id).get(id) ?? null;
    const retrievers = this.system.retrievers.map((retriever, i): RetrieverFacts => ({
      kind: kindOf(retriever),
      rank: rankIn(this.stages!.lists[i]!),
      words: words[i]!,
      truncated: this.isTruncated(pair, i),
    }));
    const steps: StepFacts[] = [];
    for (const { part, reads, ranks: list } of this.stages.steps) {
      const joins = PARTS[part].joins === true;
      const before = steps.at(-1)?.after ?? (joins || steps.length > 0 ? null : retrievers[0]!.rank);
      const cut = part === 'rerank' ? (this.pairs?.(pair) ?? null) : null;
      steps.push({ part, joins, before, after: rankIn(list), reads, truncated: cut });
    }
    // Another list than the result's, as of a question that was edited since.
    const last = steps.length > 0 ? steps.at(-1)!.after : retrievers[0]!.rank;
    return last === (ranks.get(id) ?? null) ? { retrievers, steps } : none;
  }

  private shared({ id, query }: Pair): PassageFacts['shared'] {
    const { corpus } = this.chunking.context;
    const texts = this.positionsOf(id).map((position) => corpus.texts[position]!.slice(0, READ_UNITS));
    if (texts.length === 0 || query.text === '' || this.system.retrievers.some(isRewritten)) return null;
    const count = (terms: (text: string) => ReadonlySet<string>): number => {
      const own = texts.map(terms);
      return [...terms(query.text)].filter((term) => own.some((each) => each.has(term))).length;
    };
    return { written: count(writtenTerms), stems: count(contentTerms) };
  }

  private async wordsShared(pairs: readonly Pair[]): Promise<(number | null)[][]> {
    const { corpus } = this.chunking.context;
    const shared = pairs.map((): (number | null)[] => []);
    if (!this.stages) return shared;
    const counted = new Map<string, Promise<(number | null)[]>>();
    for (const retriever of this.system.retrievers) {
      const analyzer = 'analyzer' in retriever ? retriever.analyzer : null;
      const fields = fieldsOfRetriever(retriever);
      const indexed = (position: number): string =>
        fields.length === 0 ? corpus.texts[position]! : fieldText(corpus.docs[position]!, fields);
      const column = analyzer
        ? await valueOf(counted, canonicalJson([analyzer, fields]), () => this.countShared(pairs, analyzer, indexed))
        : pairs.map(() => null);
      column.forEach((count, i) => shared[i]!.push(count));
    }
    return shared;
  }

  private async countShared(pairs: readonly Pair[], analyzer: AnalyzerSpec, indexed: (position: number) => string) {
    const asked = pairs.map(({ query }) => query.text);
    const found = pairs.map(({ id }) => this.positionsOf(id).map(indexed));
    const terms = await termsByText(this.chunking.context, analyzer, [FUNCTION_TEXT, ...asked, ...found.flat()]);
    const functional = new Set(terms.get(FUNCTION_TEXT));
    const isContent = (term: string): boolean => !functional.has(term) && !isHiragana(term);
    return pairs.map((_, i) => {
      const own = new Set(found[i]!.flatMap((text) => terms.get(text)!));
      return new Set(terms.get(asked[i]!)!.filter((term) => own.has(term) && isContent(term))).size;
    });
  }

  private isTruncated(pair: Pair, retriever: number): boolean | null {
    const flags = this.vectors[retriever];
    if (flags) return flags(pair);
    // A document that is read in windows is read whole.
    return searchOf(this.system.retrievers[retriever]!).kind === 'dense' && this.chunking.context.late ? false : null;
  }

  private async flags(
    namespace: string,
    pairs: readonly Pair[],
    says: (row: Float32Array) => boolean,
    keyOf: (pair: Pair, textKey: string) => string,
  ): Promise<Flags> {
    const { corpus, rows } = this.chunking.context;
    const cache = rows(namespace);
    const keysOf = (pair: Pair) => this.positionsOf(pair.id).map((position) => keyOf(pair, corpus.textKeys[position]!));
    const missing = await cache.load(pairs.flatMap(keysOf));
    return (pair) => {
      const known = keysOf(pair).filter((key) => !missing.has(key));
      return known.length === 0 ? null : known.some((key) => says(cache.get(key)));
    };
  }
}

const pairsOf = (missing: readonly MissedBy[]): Pair[] =>
  missing.flatMap((each, question) =>
    [...new Set(each.missed.flatMap(({ docs }) => docs))].map((id): Pair => ({ question, id, ...each })),
  );

type Flags = (pair: Pair) => boolean | null;

interface Pair extends MissedBy {
  readonly question: number;
  readonly id: DocId;
}

const isRewritten = ({ kind }: RetrieverSpec): boolean => kind === 'rewritten';

function kindOf(retriever: RetrieverSpec): RetrieverFacts['kind'] {
  const search = searchOf(retriever);
  if (search.kind === 'run') return 'run';
  return 'analyzer' in search ? 'words' : 'vectors';
}

/** Its document is missing, or no chunk holds enough; in the order of needs, or of relevant judgments. */
export function unmetReasons(
  docs: readonly Doc[],
  { judgments, requirements = [] }: Questions,
  relevance: number,
): (query: QueryId, target: number) => 'missing' | 'chunked-apart' {
  const known = new Set(docs.map(({ id }) => id));
  const stated = new Map(requirements.map(({ query, needs }) => [query, needs]));
  const own = judgments.filter(({ grade }) => isRelevant(grade, relevance));
  const relevant = groupBy(own, ({ query }) => query);
  return (query, target) => {
    const need = stated.get(query)?.[target];
    const judged = relevant.get(query)?.[target]?.doc;
    const sources = need ? [...need.docs, ...(need.places ?? []).map(({ doc }) => doc)] : judged ? [judged] : [];
    return sources.some((doc) => known.has(doc)) ? 'chunked-apart' : 'missing';
  };
}
