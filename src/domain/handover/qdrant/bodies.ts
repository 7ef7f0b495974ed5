import { numbersOfSystem } from '../../experiment/missing';
import { windowOf } from '../../fusion/fuse';
import type { FusionSpec } from '../../fusion/fusion-spec';
import type { MetricName } from '../../retrieval/dense/metrics';
import type { FilterSpec } from '../../retrieval/metadata/metadata-spec';
import { toldFusion } from '../fusions';
import { isVectors, numbersOf, searchedName } from '../files';
import type { HandedPassage, HandedQuestion, HandedSystem, Placeholder, SearchForm, SparseVector } from '../target';

const DISTANCES: Readonly<Record<MetricName, string>> = {
  cosine: 'Cosine',
  'dot-product': 'Dot',
  euclidean: 'Euclid',
};

export const qdrantForms = ({ system }: Pick<HandedSystem, 'system'>): SearchForm[] =>
  system.retrievers.map((spec) =>
    isVectors(spec) ? 'vector' : spec.kind === 'lexical' || spec.kind === 'minisearch' ? 'sparse' : 'none',
  );

const vectorName = (handed: HandedSystem, retriever: number): string =>
  searchedName(qdrantForms(handed)[retriever]!, retriever);

/** The body of `PUT /collections/<name>`: a vector for each retriever, of words a sparse one. */
export function qdrantCollection(handed: HandedSystem): object {
  const { system, dimensions } = handed;
  const vectors = system.retrievers.flatMap((spec, i) => {
    if (!isVectors(spec)) return [];
    const { search } = spec;
    const hnsw = search.kind === 'hnsw' ? { hnsw_config: { m: search.m, ef_construct: search.efConstruction } } : {};
    const distance = DISTANCES['metric' in search ? search.metric : 'cosine'];
    return [[vectorName(handed, i), { size: dimensions[i]!, distance, ...hnsw }] as const];
  });
  const sparse = qdrantForms(handed).flatMap((form, i) =>
    form === 'sparse' ? [[vectorName(handed, i), {}] as const] : [],
  );
  return {
    vectors: Object.fromEntries(vectors),
    ...(sparse.length > 0 ? { sparse_vectors: Object.fromEntries(sparse) } : {}),
  };
}

/** A point of `PUT /collections/<name>/points`. Its number is the passage's place; the passage's id is in the payload. */
export function qdrantPoint(handed: HandedSystem, { id, position, content, searched }: HandedPassage): object {
  const vectors = searched.flatMap((each, i) =>
    each ? [[vectorName(handed, i), each.form === 'sparse' ? each.sparse : numbersOf(each)] as const] : [],
  );
  return { id: position, vector: Object.fromEntries(vectors), payload: { id, ...content } };
}

/** The body of `POST /collections/<name>/points/query`. */
export function qdrantQuery(handed: HandedSystem, question: HandedQuestion): object {
  const { system, k, depth } = handed;
  const rest = {
    limit: k,
    with_payload: true,
    ...(system.threshold === null ? {} : { score_threshold: system.threshold }),
  };
  if (!system.fusion) return { ...retrieverOf(handed, 0, question), ...rest };
  const queries = system.retrievers.map((_, i) => retrieverOf(handed, i, question));
  return { ...qdrantFused(system.fusion, queries, depth), ...rest };
}

/** Lists by the queries that find them, and how they are joined. @param depth of lists, where the fusion does not say */
export const qdrantFused = (fusion: FusionSpec, queries: readonly object[], depth: number): object => ({
  prefetch: queries.map((each) => ({ ...each, limit: windowOf(fusion)?.lists ?? depth })),
  query: fusionQuery(fusion, queries.length),
});

/** The body of a query by one retriever alone, as long as the list that is fused. */
export const qdrantRetriever = (handed: HandedSystem, retriever: number, question: HandedQuestion): object => ({
  ...retrieverOf(handed, retriever, question),
  limit: handed.depth,
  with_payload: ['id'],
});

/** Vectors are compared with every one, unless the system itself searches a graph. */
function retrieverOf(handed: HandedSystem, retriever: number, { searched }: HandedQuestion): object {
  const { system } = handed;
  const spec = system.retrievers[retriever]!;
  const asked = searched[retriever]!;
  const filter = system.filter ? { filter: qdrantFilter(handed, system.filter) } : {};
  const using = vectorName(handed, retriever);
  if (!isVectors(spec)) return { query: sparseOf(asked), using, ...filter };
  const params = spec.search.kind === 'hnsw' ? { hnsw_ef: spec.search.efSearch } : { exact: true };
  return { query: numbersOf(asked), using, params, ...filter };
}

function sparseOf(asked: HandedQuestion['searched'][number]): SparseVector | Placeholder['text'] {
  if (asked.form === 'placeholder') return asked.text;
  if (asked.form !== 'sparse') throw new RangeError(`a sparse vector is asked for, and not ${asked.form}`);
  return asked.sparse;
}

/** Raw scores that are weighted and added take a formula, in which an absent passage has 0. */
function fusionQuery(fusion: FusionSpec, lists: number): object {
  if (isRawSum(fusion))
    return {
      formula: { sum: fusion.weights.map((weight, i) => ({ mult: [weight, `$score[${i}]`] })) },
      defaults: Object.fromEntries(fusion.weights.map((_, i) => [`$score[${i}]`, 0])),
    };
  const { form, constant, weights } = toldFusion('qdrant', fusion, lists);
  return form === 'rrf' ? { rrf: { k: constant!, weights } } : { fusion: form };
}

export const isRawSum = (fusion: FusionSpec): fusion is FusionSpec & { readonly method: 'wsum' } =>
  fusion.method === 'wsum' && fusion.norm === 'none' && fusion.absent === 'zero';

/** A field of numbers is compared as numbers, which Qdrant matches by ranges. */
function qdrantFilter({ system, fields }: HandedSystem, filter: FilterSpec): object {
  const key = `metadata.${filter.field}`;
  switch (filter.kind) {
    case 'values': {
      const isNumber =
        numbersOfSystem(system).includes(filter.field) ||
        fields.some(({ name, range }) => name === filter.field && range !== null);
      if (!isNumber) return { must: [{ key, match: { any: filter.values } }] };
      return { should: filter.values.map((value) => ({ key, range: { gte: Number(value), lte: Number(value) } })) };
    }
    case 'range':
      return { must: [{ key, range: { gte: filter.least, lte: filter.most } }] };
    case 'question':
      throw new RangeError('a filter by the question is none of the engine');
  }
}
