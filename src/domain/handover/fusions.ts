import type { FusionMethod, FusionSpec } from '../fusion/fusion-spec';
import type { AbsentPolicy, NormName, NormSpec } from '../fusion/method';
import { firstSetting, fusionOf, isTrained, METHODS, settingOf, sharesOf, weightsFor } from '../fusion/method-settings';

/** Engines that fuse by methods of their own; PostgreSQL fuses by the SQL that Hitrate writes. */
export type FusingEngine = 'elasticsearch' | 'opensearch' | 'qdrant';

interface EngineForm {
  /** In the engine's words, as `rrf` or `linear`. */
  readonly name: string;
  readonly method: FusionMethod;
  /** Normalisations of ours that it has, by its own words, its usual one first; absent where the method takes none. */
  readonly norms?: Readonly<Partial<Record<NormName, string>>>;
  readonly absent?: AbsentPolicy;
  /** `shares`: it takes weights that add to 1, or makes them so, which leaves the order as it is. */
  readonly weights: 'any' | 'shares' | 'none';
  /** Whole numbers only. */
  readonly constant?: { readonly field: 'constant' | 'k'; readonly most: number };
}

const OPENSEARCH_NORMS = { 'opensearch-min-max': 'min_max', l2: 'l2' } as const;

/**
 * What each engine computes, read in its source. Equal scores are in the order of trec_eval here; Elasticsearch and
 * OpenSearch order them by their internal number of a document, ascending, and Qdrant in no fixed order. The reciprocal
 * ranks of engines take a constant from 1 on.
 */
const ENGINES: Readonly<Record<FusingEngine, readonly EngineForm[]>> = {
  /** The retrievers `rrf` (Σ w / (rank_constant + rank), rank from 1) and `linear` (Σ w · s′) in `x-pack/plugin/rank-rrf`. */
  elasticsearch: [
    { name: 'rrf', method: 'rrf', weights: 'any', constant: { field: 'constant', most: Infinity } },
    {
      name: 'linear',
      method: 'wsum',
      norms: { 'elasticsearch-min-max': 'minmax', l2: 'l2_norm', none: 'none' },
      absent: 'zero',
      weights: 'any',
    },
  ],
  /**
   * `score-ranker-processor` (Σ w / (rank_constant + rank), rank from 1) and `normalization-processor` of
   * opensearch-project/neural-search; z_score with the arithmetic mean alone.
   */
  opensearch: [
    { name: 'rrf', method: 'rrf', weights: 'shares', constant: { field: 'constant', most: 10_000 } },
    {
      name: 'arithmetic_mean',
      method: 'arithmetic-mean',
      norms: { ...OPENSEARCH_NORMS, 'opensearch-z-score': 'z_score' },
      absent: 'zero',
      weights: 'shares',
    },
    { name: 'geometric_mean', method: 'geometric-mean', norms: OPENSEARCH_NORMS, absent: 'skip', weights: 'shares' },
    { name: 'harmonic_mean', method: 'harmonic-mean', norms: OPENSEARCH_NORMS, absent: 'skip', weights: 'shares' },
  ],
  /** `rrf` and `dbsf` of the query API: `reciprocal_rank_fusion.rs` and `score_fusion.rs` in `lib/segment/src/common`. */
  qdrant: [
    { name: 'rrf', method: 'qdrant-rrf', weights: 'any', constant: { field: 'k', most: Infinity } },
    { name: 'dbsf', method: 'sum', norms: { dbsf: 'dbsf' }, absent: 'zero', weights: 'none' },
  ],
};

export interface EngineFusion {
  readonly form: string;
  /** Ours that it is the same as. */
  readonly fusion: FusionSpec;
  readonly constant?: number;
  /** As the engine takes them, which may be as shares of 1; absent where it has none. */
  readonly weights?: readonly number[];
  readonly norm?: string;
}

/** A fusion in the words of an engine, or one that gives the same order; null where it cannot compute it. */
export function toldFusionOrNull(engine: FusingEngine, fusion: FusionSpec, lists: number): EngineFusion | null {
  for (const spelling of spellingsOf(fusion, lists))
    for (const form of ENGINES[engine]) {
      const found = inForm(form, spelling);
      if (found) return found;
    }
  return null;
}

/** A fusion in the words of an engine. @throws {RangeError} for one that it cannot compute */
export function toldFusion(engine: FusingEngine, fusion: FusionSpec, lists: number): EngineFusion {
  const told = toldFusionOrNull(engine, fusion, lists);
  if (!told) throw new RangeError(`${engine} has no fusion ${fusion.method}`);
  return told;
}

/** The fusion of an engine in the place of one that it cannot compute: by the same method, else one that reads the same. */
export function nearestFusion(engine: FusingEngine, fusion: FusionSpec, lists: number): FusionSpec {
  const forms = ENGINES[engine];
  for (const spelling of spellingsOf(fusion, lists)) {
    const form = forms.find(({ method }) => method === spelling.method);
    if (form) return adapted(form, spelling, lists);
  }
  const form = forms.find(({ method }) => reads(method) === reads(fusion.method)) ?? forms[0]!;
  return adapted(form, fusion, lists);
}

const reads = (method: FusionMethod): string => (isTrained(method) ? 'ranks' : METHODS[method].reads);

const normName = (norm: NormSpec): NormName => (typeof norm === 'string' ? norm : norm.kind);

function inForm(form: EngineForm, fusion: FusionSpec): EngineFusion | null {
  if (fusion.method !== form.method) return null;
  const parts: { norm?: string; weights?: readonly number[]; constant?: number } = {};
  if ('norm' in fusion) {
    const own = form.norms?.[normName(fusion.norm)];
    if (own === undefined || !isUsual(fusion.norm)) return null;
    parts.norm = own;
  }
  if ('absent' in fusion && fusion.absent !== form.absent) return null;
  if ('weights' in fusion) {
    if (form.weights === 'none' && !areAllAlike(fusion.weights)) return null;
    if (form.weights === 'any') parts.weights = fusion.weights;
    if (form.weights === 'shares') parts.weights = sharesOf(fusion.weights);
  }
  if (form.constant) {
    const own = (fusion as Partial<Record<'constant' | 'k', number | 'half-length'>>)[form.constant.field];
    if (typeof own !== 'number' || within(form.constant, own) !== own) return null;
    parts.constant = own;
  }
  return { form: form.name, fusion, ...parts };
}

const isUsual = (norm: NormSpec): boolean =>
  typeof norm === 'string' || norm.kind !== 'dbsf' || (norm.deviation === 'sample' && !norm.clamp);

const within = ({ most }: NonNullable<EngineForm['constant']>, own: number): number =>
  Math.min(most, Math.max(1, Math.round(own)));

/** Normalisations that are much the same, in groups: all but the first of a list, or its end, agree. */
const ALIKE: readonly (readonly NormName[])[] = [
  ['min-max', 'theoretical-min-max', 'max', 'sum', 'elasticsearch-min-max', 'opensearch-min-max'],
  ['zmuv', 'opensearch-z-score', 'dbsf'],
];

function nearestNorm(form: EngineForm, asked: NormName | null): NormName {
  const names = Object.keys(form.norms ?? {}) as NormName[];
  const group = ALIKE.find((names) => asked !== null && names.includes(asked)) ?? [];
  return names.find((name) => name === asked) ?? names.find((name) => group.includes(name)) ?? names[0]!;
}

/** A fusion as a form can have it, with all that the form does not forbid. */
function adapted(form: EngineForm, fusion: FusionSpec, lists: number): FusionSpec {
  const asked = settingOf(fusion, lists);
  const hasWeights = 'weights' in fusion && form.weights !== 'none' && asked.weights.some((weight) => weight > 0);
  const setting = {
    ...firstSetting(lists),
    ...asked,
    method: form.method,
    weights: hasWeights ? weightsFor(form.method, asked.weights) : evenly(lists),
  };
  if (form.norms) setting.norm = nearestNorm(form, 'norm' in fusion ? normName(fusion.norm) : null);
  if (form.absent) setting.absent = form.absent;
  if (form.constant) {
    const { field } = form.constant;
    setting[field] = within(form.constant, ownConstant(fusion, field) ?? (firstSetting(lists)[field] as number));
  }
  return fusionOf(setting);
}

/** What the constant of a fusion of reciprocal ranks would be to the engine; null where it has none. */
function ownConstant(fusion: FusionSpec, field: 'constant' | 'k'): number | null {
  if (fusion.method === 'rrf' && typeof fusion.constant === 'number') return fusion.constant + (field === 'k' ? 1 : 0);
  return fusion.method === 'qdrant-rrf' ? fusion.k - (field === 'k' ? 0 : 1) : null;
}

export const evenly = (lists: number): number[] => Array.from({ length: lists }, () => 1);

const areAllAlike = (weights: readonly number[]) => weights.every((weight) => weight === weights[0] && weight > 0);

/**
 * Fusions that put any lists in the same order, itself first: a sum has all weights alike, a weighted sum is a weighted
 * mean times their sum, and Qdrant's reciprocal ranks are the usual ones where all weights are alike.
 */
function spellingsOf(spec: FusionSpec, lists: number): FusionSpec[] {
  const even = evenly(lists);
  switch (spec.method) {
    case 'rrf': {
      const { constant, weights } = spec;
      if (typeof constant !== 'number' || !areAllAlike(weights)) return [spec];
      return [spec, { ...spec, weights: even }, { method: 'qdrant-rrf', k: constant + 1, weights: even }];
    }
    case 'qdrant-rrf': {
      const { k, weights } = spec;
      if (!areAllAlike(weights)) return [spec];
      // 1 / (r / w + k − 1) = w / (r + w · (k − 1)).
      const constant = weights[0]! * (k - 1);
      const usual: FusionSpec = { method: 'rrf', constant, weights: even };
      return [spec, usual, { method: 'qdrant-rrf', k: constant + 1, weights: even }];
    }
    case 'sum':
    case 'wsum':
    case 'arithmetic-mean': {
      const { norm, absent } = spec;
      if (absent === 'skip') return [spec];
      const weights = spec.method === 'sum' ? even : spec.weights;
      return [
        spec,
        { method: 'wsum', norm, absent, weights },
        { method: 'arithmetic-mean', norm, absent, weights },
        ...(areAllAlike(weights) ? [{ method: 'sum', norm, absent } as const] : []),
      ];
    }
    default:
      return [spec];
  }
}
