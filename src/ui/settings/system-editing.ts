import type { ComposedSystem } from '../../domain/experiment/composed';
import { missingModels } from '../../domain/experiment/missing';
import { messageOf } from '../shared/messages/message-of';
import { type CrossFittedMethod, DEFAULT_CROSS_FITTED, type FusionMethod } from '../../domain/fusion/fusion-spec';
import { parseExperiment } from '../../domain/experiment/experiment';
import { specProblem } from '../shared/messages/experiment';
import { joinsOf, NO_PARTS, type PartKey } from '../../domain/experiment/parts';
import { defaultLearned } from '../../domain/ltr/learned-spec';
import type { ModelCard } from '../../domain/models/configuration';
import { buildExperiment, DEFAULT_SETTINGS, type Settings } from '../../domain/experiment/settings';
import { firstSetting, fusionOf } from '../../domain/fusion/method-settings';

/** How several lists become one: a fusion, a learned ranker, or a trained model from a file. */
export type Join = FusionMethod | 'lambda-mart' | 'rank-net' | 'list-net' | 'model' | 'none';

export function joinOf({ fusion, crossFitted, learned }: ComposedSystem): Join {
  if (crossFitted) return crossFitted.method;
  if (learned) return learned.kind === 'model' ? 'model' : learned.learner.kind;
  return fusion ? fusion.method : 'none';
}

/** Joins the lists of a system; keeps its join where that still fits, else takes the method's defaults. */
export function withJoin(system: ComposedSystem, join: Join): ComposedSystem {
  const lists = system.retrievers.length;
  const before = joinOf(system);
  if (join === 'model' || (join === 'none' && lists === 1)) return before === join ? system : without(system);
  if (join === 'lambda-mart' || join === 'rank-net' || join === 'list-net')
    return before === join ? system : { ...without(system), learned: defaultLearned(join) };
  if (lists === 1) return without(system);
  const method = join === 'none' ? 'wsum' : join;
  const { fusion } = system;
  if (fusion?.method === method && (!('weights' in fusion) || fusion.weights.length === lists)) return system;
  if (method in DEFAULT_CROSS_FITTED)
    return before === method
      ? system
      : { ...without(system), crossFitted: DEFAULT_CROSS_FITTED[method as CrossFittedMethod] };
  return { ...without(system), fusion: fusionOf({ ...firstSetting(lists), method }) };
}

/** Removes the parts that join lists. */
function without(system: ComposedSystem): ComposedSystem {
  const others = Object.entries(system).filter(([part]) => !joinsOf(system).includes(part as PartKey));
  return { ...NO_PARTS, ...Object.fromEntries(others) } as ComposedSystem;
}

export function systemProblems(system: ComposedSystem, settings: Settings, cards: readonly ModelCard[]): string[] {
  if (system.id.trim() === '') return ['A system needs a name.'];
  const missing = missingModels(system, cards);
  if (missing.length > 0) return missing.map((each) => messageOf(each));
  const spec = buildExperiment({ ...DEFAULT_SETTINGS, ...modelsOf(settings), systems: [], composed: [system] }, cards);
  const parsed = parseExperiment(spec);
  if (parsed.ok) return [];
  return parsed.problems.map((each) => specProblem({ ...each, path: each.path.replace(/^systems\.0\.?/, '') }));
}

const modelsOf = ({
  embeddingModel,
  rerankerModel,
  device,
  queryPrefix,
  passagePrefix,
}: Settings): Partial<Settings> => ({
  embeddingModel,
  rerankerModel,
  device,
  queryPrefix,
  passagePrefix,
});
