import * as v from 'valibot';
import { type JsonProblem, schemaProblems } from '../../base/problem';
import { type FeatureMatrix, type Standardisation, checkMatrix, rowCount, standardise, weightedSums } from './matrix';
import { addTree, type RegressionTree } from './regression-tree';

export type LearnedModel = TreesModel | LinearModel;

export interface TreesModel {
  readonly schema: 1;
  readonly kind: 'lambda-mart';
  readonly features: readonly string[];
  /** Outputs hold the learning rate already. */
  readonly trees: readonly RegressionTree[];
}

export interface LinearModel extends Standardisation {
  readonly schema: 1;
  readonly kind: 'rank-net' | 'list-net';
  readonly features: readonly string[];
  readonly weights: readonly number[];
}

export type FeatureImportances =
  | {
      readonly kind: 'trees';
      /** `gain`: the sum over the splits by this feature; `splits`: how many there are. */
      readonly features: readonly { readonly name: string; readonly gain: number; readonly splits: number }[];
    }
  | {
      readonly kind: 'linear';
      readonly features: readonly { readonly name: string; readonly weight: number }[];
    };

const finite = v.pipe(v.number(), v.finite());
const numbers = v.array(finite);
const integers = v.array(v.pipe(v.number(), v.integer()));
const names = v.pipe(v.array(v.pipe(v.string(), v.minLength(1))), v.minLength(1));

const Tree = v.strictObject({
  feature: integers,
  threshold: numbers,
  left: integers,
  right: integers,
  gain: numbers,
  values: numbers,
});

const Trees = v.strictObject({
  schema: v.literal(1),
  kind: v.literal('lambda-mart'),
  features: names,
  trees: v.array(Tree),
});

const linearEntries = {
  schema: v.literal(1),
  features: names,
  mean: numbers,
  deviation: v.array(v.pipe(finite, v.gtValue(0))),
  weights: numbers,
};

const Model = v.variant('kind', [
  Trees,
  v.strictObject({ kind: v.literal('rank-net'), ...linearEntries }),
  v.strictObject({ kind: v.literal('list-net'), ...linearEntries }),
]) satisfies v.GenericSchema<unknown, LearnedModel>;

/** Checks a model from outside, so that none that is accepted can fail, or walk in a circle, when it is applied. */
export function parseModel(
  input: unknown,
): { ok: true; model: LearnedModel } | { ok: false; problems: readonly JsonProblem[] } {
  const parsed = v.safeParse(Model, input);
  if (!parsed.success) return { ok: false, problems: schemaProblems(parsed.issues) };
  const model: LearnedModel = parsed.output;
  const problems = [
    ...repeatedNames(model.features),
    ...(model.kind === 'lambda-mart'
      ? model.trees.flatMap((tree, i) => treeProblems(tree, `trees.${i}`, model.features.length))
      : linearProblems(model)),
  ];
  return problems.length > 0 ? { ok: false, problems } : { ok: true, model };
}

/** Comparable only within a question. @throws {RangeError} for an invalid matrix, or other features than the model's */
export function applyModel(model: LearnedModel, matrix: FeatureMatrix): Float64Array {
  checkMatrix(matrix);
  checkFeatures(model, matrix);
  const scores = new Float64Array(rowCount(matrix));
  if (model.kind === 'lambda-mart')
    for (const tree of model.trees) addTree(tree, matrix.values, matrix.names.length, scores);
  else weightedSums(standardise(matrix, model), model.weights, scores);
  return scores;
}

export function importances(model: LearnedModel): FeatureImportances {
  if (model.kind !== 'lambda-mart')
    return { kind: 'linear', features: model.features.map((name, i) => ({ name, weight: model.weights[i]! })) };
  const features = model.features.map((name) => ({ name, gain: 0, splits: 0 }));
  for (const { feature, gain } of model.trees)
    feature.forEach((column, node) => {
      features[column]!.gain += gain[node]!;
      features[column]!.splits++;
    });
  return { kind: 'trees', features };
}

function checkFeatures({ features }: LearnedModel, { names: given }: FeatureMatrix): void {
  const missing = features.filter((name) => !given.includes(name));
  const unknown = given.filter((name) => !features.includes(name));
  const list = (of: readonly string[]) => of.map((name) => `“${name}”`).join(', ');
  if (missing.length > 0)
    throw new RangeError(`the model was trained with features that are not here: ${list(missing)}`);
  if (unknown.length > 0) throw new RangeError(`the model was trained without these features: ${list(unknown)}`);
  if (given.some((name, i) => name !== features[i]))
    throw new RangeError(`the model was trained with its features in this order: ${list(features)}`);
}

function repeatedNames(features: readonly string[]): JsonProblem[] {
  return features.flatMap((name, i) =>
    features.indexOf(name) < i ? [{ path: `features.${i}`, message: `“${name}” is there twice` }] : [],
  );
}

function linearProblems(model: LinearModel): JsonProblem[] {
  const { length } = model.features;
  return (['mean', 'deviation', 'weights'] as const).flatMap((path) =>
    model[path].length === length
      ? []
      : [{ path, message: `${length} features need as many numbers, not ${model[path].length}` }],
  );
}

function treeProblems(tree: RegressionTree, path: string, features: number): JsonProblem[] {
  const nodes = tree.feature.length;
  if (nodes === 0) return [{ path: `${path}.feature`, message: 'a tree needs a node' }];
  const uneven = (['threshold', 'left', 'right', 'gain'] as const).find((column) => tree[column].length !== nodes);
  if (uneven)
    return [{ path: `${path}.${uneven}`, message: `${nodes} nodes need as many, not ${tree[uneven].length}` }];
  if (tree.values.length !== nodes + 1)
    return [{ path: `${path}.values`, message: `${nodes} nodes have ${nodes + 1} leaves, not ${tree.values.length}` }];
  const unknown = tree.feature.findIndex((column) => column < 0 || column >= features);
  if (unknown >= 0) return [{ path: `${path}.feature.${unknown}`, message: `there are ${features} features` }];
  return childProblems(tree, path);
}

/** Every node and leaf must hang from one node, and a node from an earlier one. */
function childProblems(tree: RegressionTree, path: string): JsonProblem[] {
  const nodes = tree.feature.length;
  const seen = new Set<number>();
  for (let node = 0; node < nodes; node++)
    for (const side of ['left', 'right'] as const) {
      const child = tree[side][node]!;
      const at = `${path}.${side}.${node}`;
      if (child >= nodes || child < -1 - nodes) return [{ path: at, message: 'there is no such node or leaf' }];
      if (child >= 0 && child <= node) return [{ path: at, message: 'a child must come after its parent' }];
      if (seen.has(child)) return [{ path: at, message: 'a node or leaf has two parents' }];
      seen.add(child);
    }
  return [];
}
