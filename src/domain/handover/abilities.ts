import type { FusionSpec } from '../fusion/fusion-spec';
import type { FilterSpec } from '../retrieval/metadata/metadata-spec';
import type { VectorSearchSpec } from '../retrieval/dense/vector-search-spec';
import {
  type DenseSpec,
  type FileVectorsSpec,
  type LexicalSpec,
  type MiniSearchSpec,
  type RetrieverSpec,
  type WordSpec,
} from '../retrieval/retriever-spec';
import type { ScorerSpecOf } from '../retrieval/lexical/scorers';
import type { SystemSpec } from '../experiment/parts';
import type { Expressed, HandoverRefusal } from './target';

/** What a target computes as Hitrate does. */
export interface Abilities {
  /** The retriever of words that it has in the place of another; the same where it has it. */
  readonly words: (spec: LexicalSpec | MiniSearchSpec) => LexicalSpec | MiniSearchSpec;
  /** @param byScores whether a fusion reads the scores, and not the order alone */
  readonly vectors: (search: VectorSearchSpec, byScores: boolean) => boolean;
  readonly fusion: (spec: FusionSpec, lists: number) => ExpressedFusion;
  readonly filters: readonly FilterSpec['kind'][];
  readonly threshold: boolean;
}

export interface ExpressedFusion {
  readonly refusals: readonly HandoverRefusal[];
  /** The given one where nothing is refused; null where there is none near it. */
  readonly nearest: FusionSpec | null;
}

/** What a target with some abilities makes of a system. */
export function expressedBy(abilities: Abilities, system: SystemSpec): Expressed {
  const byScores = system.fusion !== null && readsScores(system.fusion);
  const retrievers = system.retrievers.map((spec, i) => expressedRetriever(abilities, spec, i, byScores));
  const fusion = expressedJoin(abilities, system);
  const kept = expressedParts(abilities, system);
  const refusals = [...retrievers.flatMap((each) => each.refusals), ...fusion.refusals, ...kept.refusals];
  const nearest = retrievers.flatMap((each) => each.nearest ?? []);
  const lost = nearest.length < retrievers.length || (nearest.length > 1 && fusion.nearest === null);
  if (lost) return { refusals, nearest: null };
  return {
    refusals,
    nearest: refusals.length === 0 ? system : { ...kept.system, retrievers: nearest, fusion: fusion.nearest },
  };
}

/** What learns how to join lists is refused with its part; reciprocal rank fusion is the nearest to it. */
function expressedJoin({ fusion }: Abilities, system: SystemSpec): ExpressedFusion {
  const lists = system.retrievers.length;
  if (system.fusion) return fusion(system.fusion, lists);
  if (lists === 1) return { refusals: [], nearest: null };
  const usual: FusionSpec = { method: 'rrf', constant: 60, weights: system.retrievers.map(() => 1) };
  return { refusals: [], nearest: fusion(usual, lists).nearest };
}

const readsScores = (fusion: FusionSpec): boolean => fusion.method !== 'rrf';

interface ExpressedRetriever {
  readonly refusals: readonly HandoverRefusal[];
  readonly nearest: RetrieverSpec | null;
}

function expressedRetriever(
  abilities: Abilities,
  spec: RetrieverSpec,
  retriever: number,
  byScores: boolean,
): ExpressedRetriever {
  const refused: HandoverRefusal = { code: 'retriever', data: { retriever, kind: spec.kind } };
  switch (spec.kind) {
    case 'run':
      return { refusals: [refused], nearest: null };
    case 'rewritten': {
      const inner = expressedRetriever(abilities, spec.retriever, retriever, byScores);
      return { ...inner, refusals: [refused, ...inner.refusals] };
    }
    case 'term-graph':
      return { refusals: [refused], nearest: abilities.words(lexicalOf(spec)) };
    case 'minisearch':
    case 'lexical':
      return expressedWords(abilities, spec, retriever);
    case 'dense':
    case 'file-vectors':
      return expressedVectors(abilities, spec, retriever, byScores);
  }
}

/** BM25 as Lucene has it, by the terms and the parameters of another retriever of words. */
export function lexicalOf(spec: WordSpec): LexicalSpec & { readonly scorer: ScorerSpecOf<'bm25-lucene'> } {
  const known = spec.kind === 'lexical' ? spec.scorer : spec;
  const [k1, b] = 'k1' in known ? [known.k1, known.b] : [1.2, 0.75];
  return {
    kind: 'lexical',
    analyzer: spec.analyzer,
    scorer: { kind: 'bm25-lucene', k1, b },
    question: { kind: 'as-asked' },
    ...('fields' in spec && spec.fields ? { fields: spec.fields } : {}),
  };
}

function expressedWords(
  { words }: Abilities,
  spec: LexicalSpec | MiniSearchSpec,
  retriever: number,
): ExpressedRetriever {
  const asked = spec.kind === 'lexical' ? spec.question.kind : 'as-asked';
  const plain: typeof spec = spec.kind === 'lexical' ? { ...spec, question: { kind: 'as-asked' } } : spec;
  const nearest = words(plain);
  const refusals: HandoverRefusal[] = [];
  if (asked !== 'as-asked') refusals.push({ code: 'question', data: { retriever, kind: asked } });
  if (scorerCode(nearest) !== scorerCode(plain))
    refusals.push({
      code: 'scorer',
      data: { retriever, scorer: scorerCode(plain), nearest: scorerCode(nearest) },
    });
  return { refusals, nearest };
}

/** A scoring of words by its code; one that has two definitions by the definition too. */
export function scorerCode(spec: LexicalSpec | MiniSearchSpec): string {
  if (spec.kind === 'minisearch') return `minisearch:${spec.score}`;
  const { scorer } = spec;
  if (scorer.kind === 'bm25-lucene' && scorer.lengths) return `${scorer.kind}:${scorer.lengths}`;
  return scorer.kind === 'bm25-plus' ? `${scorer.kind}:${scorer.absent}` : scorer.kind;
}

function expressedVectors(
  { vectors }: Abilities,
  spec: DenseSpec | FileVectorsSpec,
  retriever: number,
  byScores: boolean,
): ExpressedRetriever {
  const { search } = spec;
  if (vectors(search, byScores)) return { refusals: [], nearest: spec };
  const kind = search.kind === 'nearest' ? search.metric : search.kind;
  const { dimensions } = search;
  const nearest = { kind: 'nearest', metric: 'cosine', ...(dimensions === undefined ? {} : { dimensions }) } as const;
  return {
    refusals: [{ code: 'vector-search', data: { retriever, kind } }],
    nearest: { ...spec, search: nearest },
  };
}

/** The parts beside retrievers and fusion; those that are refused are left out. */
function expressedParts(
  { filters, threshold }: Abilities,
  system: SystemSpec,
): { readonly refusals: readonly HandoverRefusal[]; readonly system: SystemSpec } {
  const { filter, crossFitted, boost, ...rest } = system;
  const refusals: HandoverRefusal[] = [];
  const keepsFilter = filter !== undefined && filters.includes(filter.kind);
  if (filter && !keepsFilter) refusals.push({ code: 'filter', data: { kind: filter.kind } });
  if (crossFitted) refusals.push({ code: 'cross-fitted', data: { method: crossFitted.method } });
  if (system.learned) refusals.push({ code: 'learned', data: null });
  if (boost) refusals.push({ code: 'boost', data: null });
  if (system.rerank) refusals.push({ code: 'rerank', data: { model: system.rerank.model } });
  const keepsThreshold = system.threshold === null || threshold;
  if (!keepsThreshold) refusals.push({ code: 'threshold', data: { threshold: system.threshold! } });
  return {
    refusals,
    system: {
      ...rest,
      ...(keepsFilter ? { filter } : {}),
      learned: null,
      rerank: null,
      threshold: keepsThreshold ? system.threshold : null,
    },
  };
}
