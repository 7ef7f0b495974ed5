import type { FusionSpec } from '../fusion/fusion-spec';
import { NO_PARTS, type PartKey, type SystemSpec } from '../experiment/parts';
import type { VectorSearchSpec } from '../retrieval/dense/vector-search-spec';
import type { ScorerSpecOf } from '../retrieval/lexical/scorers';
import type { FilterSpec } from '../retrieval/metadata/metadata-spec';
import type {
  DenseSpec,
  FileVectorsSpec,
  LexicalSpec,
  MiniSearchSpec,
  RetrieverSpec,
  WordSpec,
} from '../retrieval/retriever-spec';
import { isVectors } from './files';
import { evenly, type FusingEngine, nearestFusion, toldFusionOrNull } from './fusions';
import type { Abilities, Ability, Expressed, HandoverRefusal } from './target';

export interface OwnAbilities {
  /** The retriever of words that it has in the place of another; the same where it has it. */
  readonly words: (spec: LexicalSpec | MiniSearchSpec) => LexicalSpec | MiniSearchSpec;
  /** @param byScores whether a fusion reads the scores, and not the order alone */
  readonly vectors: (search: VectorSearchSpec, byScores: boolean) => boolean;
  readonly fusion: Ability<FusionSpec>;
  readonly threshold: boolean;
}

export const able = <Spec>(spec: Spec): Expressed<Spec> => ({ refusals: [], nearest: spec });

const unable =
  <Spec>(refusal: (spec: Spec) => HandoverRefusal) =>
  (spec: Spec): Expressed<Spec> => ({ refusals: [refusal(spec)], nearest: null });

const refusedFilter = unable(({ kind }: FilterSpec) => ({ code: 'filter', data: { kind } }));

export const abilitiesOf = (own: OwnAbilities): Abilities => ({
  /** Passages are cut before they are handed over. */
  chunker: able,
  retrievers: (specs, system) => expressedRetrievers(own, specs, system),
  filter: (spec) => (spec.kind === 'question' ? refusedFilter(spec) : able(spec)),
  fusion: own.fusion,
  crossFitted: unable(({ method }) => ({ code: 'cross-fitted', data: { method } })),
  learned: unable(() => ({ code: 'learned', data: null })),
  boost: unable(() => ({ code: 'boost', data: null })),
  rerank: unable(({ model }) => ({ code: 'rerank', data: { model } })),
  threshold: own.threshold ? able : unable((threshold) => ({ code: 'threshold', data: { threshold } })),
});

/** What joins lists where the system's own is refused with its part. */
const usualFusion = (lists: number): FusionSpec => ({ method: 'rrf', constant: 60, weights: evenly(lists) });

const unknownPart = (part: string): HandoverRefusal => ({ code: 'part', data: { part } });

/** What an engine with some abilities makes of a system. Nothing comes through that is not listed as able. */
export function expressedBy(abilities: Abilities, system: SystemSpec): Expressed {
  const refusals: HandoverRefusal[] = [];
  const nearest: Record<string, unknown> = { id: system.id, ...NO_PARTS };
  for (const [part, spec] of Object.entries(system)) {
    if (part === 'id' || (spec ?? null) === null) continue;
    const ability = Object.hasOwn(abilities, part) ? (abilities[part as PartKey] as Ability<unknown>) : null;
    const found = ability?.(spec, system) ?? { refusals: [unknownPart(part)], nearest: null };
    refusals.push(...found.refusals);
    if (found.nearest !== null) nearest[part] = found.nearest;
    else if (found.refusals.length === 0) refusals.push(unknownPart(part));
  }
  const made = nearest as unknown as SystemSpec;
  const lists = system.retrievers.length;
  const isLost = !made.retrievers || (lists > 1 && system.fusion !== null && made.fusion === null);
  if (isLost) return { refusals, nearest: null };
  if (lists === 1 || made.fusion) return { refusals, nearest: made };
  const fusion = abilities.fusion(usualFusion(lists), made).nearest;
  return { refusals, nearest: fusion && { ...made, fusion } };
}

function expressedRetrievers(own: OwnAbilities, specs: readonly RetrieverSpec[], { fusion }: SystemSpec) {
  const byScores = fusion !== null && fusion.method !== 'rrf';
  const each = specs.map((spec, i) => expressedRetriever(own, spec, i, byScores));
  const nearest = each.flatMap((found) => found.nearest ?? []);
  return {
    refusals: each.flatMap(({ refusals }) => refusals),
    nearest: nearest.length < specs.length ? null : nearest,
  };
}

function expressedRetriever(
  own: OwnAbilities,
  spec: RetrieverSpec,
  retriever: number,
  byScores: boolean,
): Expressed<RetrieverSpec> {
  const refused: HandoverRefusal = { code: 'retriever', data: { retriever, kind: spec.kind } };
  switch (spec.kind) {
    case 'minisearch':
    case 'lexical':
      return expressedWords(own, spec, retriever);
    case 'dense':
    case 'file-vectors':
      return expressedVectors(own, spec, retriever, byScores);
    case 'term-graph':
      return { refusals: [refused], nearest: own.words(lexicalOf(spec)) };
    case 'rewritten': {
      const inner = expressedRetriever(own, spec.retriever, retriever, byScores);
      return { ...inner, refusals: [refused, ...inner.refusals] };
    }
    default:
      return { refusals: [refused], nearest: null };
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

/** Words scored by sums over terms where an engine has those; the nearest of others is the sum nearest to it. */
export const wordsAsSums =
  (isSum: (spec: LexicalSpec | MiniSearchSpec) => unknown): OwnAbilities['words'] =>
  (spec) => {
    if (isSum(spec)) return spec;
    if (spec.kind === 'minisearch') return { ...spec, score: 'bm25+' };
    if (spec.scorer.kind === 'bm25-plus') return { ...spec, scorer: { ...spec.scorer, absent: 'nothing' } };
    return lexicalOf(spec);
  };

function expressedWords({ words }: OwnAbilities, spec: LexicalSpec | MiniSearchSpec, retriever: number) {
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
function scorerCode(spec: LexicalSpec | MiniSearchSpec): string {
  if (spec.kind === 'minisearch') return `minisearch:${spec.score}`;
  const { scorer } = spec;
  if (scorer.kind === 'bm25-lucene' && scorer.lengths) return `${scorer.kind}:${scorer.lengths}`;
  return scorer.kind === 'bm25-plus' ? `${scorer.kind}:${scorer.absent}` : scorer.kind;
}

function expressedVectors(
  own: OwnAbilities,
  spec: DenseSpec | FileVectorsSpec,
  retriever: number,
  byScores: boolean,
): Expressed<RetrieverSpec> {
  const { search } = spec;
  if (own.vectors(search, byScores)) return able(spec);
  const kind = search.kind === 'nearest' ? search.metric : search.kind;
  const { dimensions } = search;
  const nearest = { kind: 'nearest', metric: 'cosine', ...(dimensions === undefined ? {} : { dimensions }) } as const;
  return {
    refusals: [{ code: 'vector-search', data: { retriever, kind } }],
    nearest: { ...spec, search: nearest },
  };
}

/** Whether scores are normalised without their lowest: a norm that a constant added to all scores would change. */
const keepsRatios = (fusion: FusionSpec) => 'norm' in fusion && (fusion.norm === 'l2' || fusion.norm === 'none');

/** @param moves whether the engine's scores of vectors are those of Hitrate, halved and moved */
export const fusionOfEngine =
  (engine: FusingEngine, moves: boolean): Ability<FusionSpec> =>
  (asked, { retrievers }) => {
    const lists = retrievers.length;
    const same = toldFusionOrNull(engine, asked, lists)?.fusion;
    const own = same ?? nearestFusion(engine, asked, lists);
    const isMoved = moves && keepsRatios(own) && retrievers.some(isVectors);
    if (same && !isMoved) return able(asked);
    const nearest = isMoved ? nearestFusion(engine, { ...own, norm: 'min-max' } as FusionSpec, lists) : own;
    return { refusals: [{ code: 'engine-fusion', data: { asked, nearest } }], nearest };
  };
