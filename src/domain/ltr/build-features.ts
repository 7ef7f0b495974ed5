import { valueOf } from '../../base/containers';
import { minMax } from '../fusion/normalise';
import { checkRanking } from '../measures/judge';
import { compareBytes, rank } from '../run/order';
import type { DocId, Qrels, QueryId, Ranking, Run } from '../../base/types';
import {
  columnName,
  type MetadataFeature,
  type Placed,
  ROUTE_FEATURES,
  type RouteFeatureName,
  TERM_FEATURES,
  type TermFeatureName,
  type TermPair,
  type Terms,
} from './features';
import { type CandidateMatrix, checkMatrix } from './matrix';

export interface Route {
  readonly name: string;
  readonly run: Run;
  readonly depth: number;
}

export interface FeatureSources {
  /** Each once, in the order of the matrix. */
  readonly questions: readonly QueryId[];
  readonly routes: readonly Route[];
  readonly routeFeatures?: readonly RouteFeatureName[];
  readonly terms?: Terms;
  readonly termFeatures?: readonly TermFeatureName[];
  readonly metadata?: readonly MetadataFeature[];
  readonly qrels?: Qrels;
}

/**
 * Candidates are all documents of any list, in descending order of ids by bytes; unjudged and negative ones are 0.
 * @throws {RangeError} for repeated questions, columns or documents, a mean length not above 0, or a value not finite
 */
export function buildFeatures(sources: FeatureSources): CandidateMatrix {
  const { questions, routes, terms, qrels } = sources;
  if (new Set(questions).size !== questions.length) throw new RangeError('a question is there twice');
  if (terms && !(terms.meanLength > 0)) throw new RangeError(`the mean length of documents is ${terms.meanLength}`);
  const chosen = columnsOf(sources);
  const ofDoc = terms && remembered(terms);
  const docs: DocId[] = [];
  const labels: number[] = [];
  const values: number[] = [];
  const offsets = new Int32Array(questions.length + 1);
  questions.forEach((question, q) => {
    const lists = routes.map((route) => prepared(route.run.get(question) ?? [], route.depth));
    const judged = qrels?.get(question);
    const describe = describer(chosen, terms, ofDoc, question);
    for (const doc of candidatesOf(lists)) {
      docs.push(doc);
      labels.push(Math.max(0, judged?.get(doc) ?? 0));
      describe(doc, lists, values);
    }
    offsets[q + 1] = docs.length;
  });
  const matrix = {
    names: chosen.names,
    values: Float64Array.from(values),
    offsets,
    questions,
    docs,
    labels: Float64Array.from(labels),
  };
  checkMatrix(matrix);
  return matrix;
}

function columnsOf({ routes, routeFeatures, terms, termFeatures, metadata = [] }: FeatureSources) {
  const ofRoute = ROUTE_FEATURES.filter(({ name }) => routeFeatures?.includes(name) ?? true);
  const ofTerms = terms ? TERM_FEATURES.filter(({ name }) => termFeatures?.includes(name) ?? true) : [];
  const names = [
    ...routes.flatMap((route) => ofRoute.map(({ name }) => columnName(name, route.name))),
    ...ofTerms.map(({ name }) => name),
    ...metadata.map(({ name }) => columnName('metadata', name)),
  ];
  return { names, ofRoute, ofTerms, metadata };
}

type PreparedFeatures = Omit<Placed, 'place'> & { readonly places: ReadonlyMap<DocId, number> };

function prepared(ranking: Ranking, depth: number): PreparedFeatures {
  checkRanking(ranking);
  const list = rank(ranking);
  return {
    list,
    depth,
    normalised: minMax(Float64Array.from(list, ({ score }) => score)),
    places: new Map(list.map(({ id }, place) => [id, place])),
  };
}

function candidatesOf(lists: readonly PreparedFeatures[]): DocId[] {
  const union = new Set(lists.flatMap(({ list }) => list.map(({ id }) => id)));
  return [...union].sort((a, b) => compareBytes(b, a));
}

type DocTerms = Pick<TermPair, 'doc' | 'docTerms'>;

function remembered(terms: Terms): (doc: DocId) => DocTerms {
  const known = new Map<DocId, DocTerms>();
  return (id) =>
    valueOf(known, id, () => {
      const doc = terms.ofDoc(id);
      return { doc, docTerms: new Set(doc) };
    });
}

function describer(
  { ofRoute, ofTerms, metadata }: ReturnType<typeof columnsOf>,
  terms: Terms | undefined,
  ofDoc: ((doc: DocId) => DocTerms) | undefined,
  question: QueryId,
) {
  const asked = terms && ofTerms.length > 0 ? terms.ofQuestion(question) : [];
  return (doc: DocId, lists: readonly PreparedFeatures[], to: number[]): void => {
    for (const { places, ...list } of lists) {
      const placed = { ...list, place: places.get(doc) ?? -1 };
      for (const { value } of ofRoute) to.push(value(placed));
    }
    if (terms && ofDoc && ofTerms.length > 0) {
      const pair = { question: asked, ...ofDoc(doc), meanLength: terms.meanLength };
      for (const { value } of ofTerms) to.push(value(pair));
    }
    for (const { valueOf, absent } of metadata) to.push(valueOf(doc) ?? absent);
  };
}
