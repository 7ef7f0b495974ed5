import { type RouteFeatureName, type TermFeatureName, ROUTE_FEATURES, TERM_FEATURES } from '../../domain/ltr/features';
import { scaleLinear } from 'd3-scale';
import type { ResultRecord, FoldReport, LearnedReport } from '../../contract/result';
import { type FeatureImportances, importances } from '../../domain/ltr/model';
import type { SystemSpec } from '../../domain/experiment/experiment';
import { type LearnedSpec, routeNames, type TrainedSpec } from '../../domain/ltr/learned-spec';
import { count, counted, fixed, milliseconds, plural } from '../shared/format';
import { learnerName } from '../shared/messages/method-names';
import { routeName } from '../shared/retriever-texts';

const featureTexts: Readonly<
  Record<RouteFeatureName | TermFeatureName, { readonly label: string; readonly summary: string }>
> = {
  score: {
    label: 'Score',
    summary: 'The score as the route gives it; that of the last of the list where absent, 0 where the list is empty.',
  },
  rank: {
    label: 'Rank',
    summary: 'Place in the list, from 1; one more than the depth of the route where absent.',
  },
  normalised: {
    label: 'Normalised score',
    summary: 'The score between 0, the lowest of the list, and 1, the highest; 0 where absent.',
  },
  found: {
    label: 'Found',
    summary: '1 where the list has the document, else 0.',
  },
  'length-ratio': {
    label: 'Length',
    summary: 'Terms of the document as a share of the mean of the collection.',
  },
  'term-coverage': {
    label: 'Terms found',
    summary: 'Share of the distinct terms of the question that the document has; 0 for a question without terms.',
  },
  'exact-phrase': {
    label: 'Exact phrase',
    summary: '1 where the document has the terms of the question one after the other, else 0.',
  },
};

/** The learned systems of a result that are there: a result of those that are ready lacks others. */
export function learnedSystems({ spec, systems }: ResultRecord) {
  return systems.flatMap(({ id }) => {
    const system = spec.systems.find((each) => each.id === id);
    return system?.learned ? [{ id, spec: system.learned, routes: routeLabels(system) }] : [];
  });
}

export type LearnedSystem = ReturnType<typeof learnedSystems>[number];

export function routeLabels({ retrievers }: Pick<SystemSpec, 'retrievers'>): string[] {
  const names = retrievers.map(routeName);
  return names.map((name, i) => (names.filter((each) => each === name).length > 1 ? `${name} (${i + 1})` : name));
}

export const foldWeights = ({ folds }: LearnedReport, routes: readonly string[]): FeatureWeights =>
  weightsOf(
    folds.map((fold) => fold.importances),
    routes,
  );

export const modelWeights = ({ model }: TrainedSpec, routes: readonly string[]): FeatureWeights =>
  weightsOf([importances(model)], routes);

function weightsOf(models: readonly FeatureImportances[], routes: readonly string[]) {
  const columns = models[0]?.features.map(({ name }) => name) ?? [];
  const byModel = models.map(valuesOf);
  const features = columns.map((column, f) => {
    const values = byModel.map((each) => each[f]!);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    return { column, ...wordsOf(column, routes), mean, low: Math.min(...values), high: Math.max(...values) };
  });
  return {
    /** `share`: of the gain of all splits, 0 to 1. `weight`: of the standardised feature, of either sign. */
    unit: models[0]?.kind === 'linear' ? ('weight' as const) : ('share' as const),
    models: models.length,
    features: features.toSorted((a, b) => Math.abs(b.mean) - Math.abs(a.mean)),
  };
}

export type FeatureWeights = ReturnType<typeof weightsOf>;

/** Gains as shares of their sum: their scale is that of a training, and no two trainings can be compared by it. */
function valuesOf(model: FeatureImportances): number[] {
  if (model.kind === 'linear') return model.features.map(({ weight }) => weight);
  const total = model.features.reduce((sum, { gain }) => sum + gain, 0);
  return model.features.map(({ gain }) => (total === 0 ? 0 : gain / total));
}

function wordsOf(column: string, routes: readonly string[]): { label: string; summary: string } {
  const [, feature, route] = /^(.+)\((.+)\)$/.exec(column) ?? [];
  const ofRoute = ROUTE_FEATURES.find(({ name }) => name === feature);
  const ofTerms = TERM_FEATURES.find(({ name }) => name === column);
  const known = (ofRoute ?? ofTerms)?.name;
  if (feature === 'metadata')
    return { label: `Number · ${route}`, summary: `The number “${route}” of the metadata of the passage.` };
  if (!known) return { label: column, summary: '' };
  const place = routeNames(routes.length).indexOf(route ?? '');
  const { label, summary } = featureTexts[known];
  return { label: ofRoute ? `${label} · ${routes[place] ?? route}` : label, summary };
}

/** Features with their numbers as text, and the scale that contains 0 and the spread of all, to percent of the width. */
export function drawFeatures({ unit, features }: FeatureWeights) {
  const least = Math.min(0, ...features.map(({ low }) => low));
  const most = Math.max(0, ...features.map(({ high }) => high));
  const text = (value: number): string => (unit === 'share' ? `${fixed(100 * value, 1)} %` : signed(value));
  return {
    scale: scaleLinear([least, most > least ? most : least + 1], [0, 100]),
    features: features.map((each) => ({
      ...each,
      text: text(each.mean),
      range: `${text(each.low)} to ${text(each.high)}`,
    })),
  };
}

const signed = (value: number): string => (value > 0 ? `+${fixed(value, 3)}` : fixed(value, 3));

export function trainingText(spec: LearnedSpec, report: LearnedReport | null): string {
  const name = learnerName(spec);
  if (spec.kind === 'model') return `${name}, trained before`;
  const folds = counted(spec.folds, 'fold');
  return report ? `${name}, ${folds}, trained in ${milliseconds(totalMilliseconds(report))}` : `${name}, ${folds}`;
}

const totalMilliseconds = ({ folds, whole }: LearnedReport): number =>
  folds.reduce((sum, fold) => sum + fold.milliseconds, whole.milliseconds);

export function dataText({ whole, candidates, relevant, telling }: LearnedReport): string {
  return `${counted(whole.questions, 'question')} with ${counted(candidates, 'candidate')}, ${count(relevant)} of them relevant; ${count(telling)} ${plural(telling, 'question has', 'questions have')} candidates of different grades, and the others teach nothing.`;
}

/** Folds whose training ended before it came to the minimum, from 1. */
export const unconverged = ({ folds }: LearnedReport): number[] =>
  folds.flatMap(({ converged }: FoldReport, fold) => (converged === false ? [fold + 1] : []));
