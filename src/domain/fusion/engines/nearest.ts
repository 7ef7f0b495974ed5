import type { FusionMethod, FusionSpec } from '../fusion-spec';
import { windowOf } from '../fuse';
import { firstSetting, fusionOf, isTrained, METHODS, settingOf } from '../method-settings';
import type { AbsentPolicy, NormName, NormSpec, RankWindow } from '../method';
import type { EngineId } from './engine-names';
import { type EngineForm, ENGINES } from './engines';
import { areAllAlike, sharesOf, spellingsOf } from './spellings';

/** A fusion in the words of an engine. */
export interface EngineFusion {
  /** The engine's own word: `rrf`, `linear`, `arithmetic_mean`, `dbsf`, `relative_score`, … */
  readonly form: string;
  /** Ours that it is the same as. */
  readonly fusion: FusionSpec;
  /** The engine's own constant, which is one more than ours where it counts ranks from 0. */
  readonly constant?: number;
  /** As the engine takes them, which may be as shares of 1; absent where it has none. */
  readonly weights?: readonly number[];
  readonly norm?: string;
  readonly window: RankWindow | null;
}

/** What is lost on the way to the nearest fusion that an engine can compute; null is none, or whole lists. */
export type FusionLoss =
  | { readonly part: 'method'; readonly asked: FusionMethod; readonly given: FusionMethod }
  | { readonly part: 'norm'; readonly asked: NormName | null; readonly given: NormName | null }
  | { readonly part: 'absent'; readonly asked: AbsentPolicy | null; readonly given: AbsentPolicy | null }
  | { readonly part: 'weights'; readonly asked: readonly number[] | null; readonly given: readonly number[] | null }
  | {
      readonly part: 'constant';
      readonly asked: number | 'half-length' | null;
      readonly given: number | null;
    }
  | { readonly part: 'window'; readonly asked: RankWindow | null; readonly given: RankWindow | null };

export interface NearestFusion {
  readonly fusion: FusionSpec;
  /** Whether it puts all lists in the same order as what was asked for, perhaps by another name. */
  readonly isSame: boolean;
  /** None where it is the same. */
  readonly losses: readonly FusionLoss[];
}

/** A fusion in the words of an engine, or one that gives the same order; null where it cannot compute it. */
export function expressed(engine: EngineId, fusion: FusionSpec, lists: number): EngineFusion | null {
  for (const spelling of spellingsOf(fusion, lists))
    for (const form of ENGINES[engine].forms) {
      const found = inForm(form, spelling, ENGINES[engine].cutsAlike);
      if (found) return found;
    }
  return null;
}

/**
 * The fusion of an engine that is nearest to one: the same under another name where there is one, else the one that
 * changes least, the method last of all. A method of scores becomes another of scores before it becomes one of ranks.
 *
 * @param lists how many are fused
 */
export function nearestFusion(engine: EngineId, fusion: FusionSpec, lists: number): NearestFusion {
  const same = expressed(engine, fusion, lists);
  if (same) return { fusion: same.fusion, isSame: true, losses: [] };
  const candidates = ENGINES[engine].forms.flatMap((form) =>
    spellingsOf(fusion, lists).map((spelling) => {
      const given = adapted(form, spelling, lists, ENGINES[engine].cutsAlike);
      return { fusion: given, losses: lossesOf(fusion, spelling, given) };
    }),
  );
  const costs = candidates.map(({ losses }) => losses.reduce((sum, loss) => sum + costOf(loss), 0));
  const least = costs.indexOf(Math.min(...costs));
  return { isSame: false, ...candidates[least]! };
}

const normName = (norm: NormSpec): NormName => (typeof norm === 'string' ? norm : norm.kind);

function inForm(form: EngineForm, fusion: FusionSpec, cutsAlike: boolean): EngineFusion | null {
  const window = windowOf(fusion);
  if (fusion.method !== form.method || (cutsAlike && window !== null && window.fused !== window.lists)) return null;
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
    const { field, ahead } = form.constant;
    const ours = (fusion as Partial<Record<typeof field, number | 'half-length'>>)[field];
    if (typeof ours !== 'number' || within(form.constant, ours + ahead) !== ours + ahead) return null;
    parts.constant = ours + ahead;
  }
  return { form: form.name, fusion, ...parts, window };
}

const isUsual = (norm: NormSpec): boolean =>
  typeof norm === 'string' || norm.kind !== 'dbsf' || (norm.deviation === 'sample' && !norm.clamp);

function within({ least, most, whole }: NonNullable<EngineForm['constant']>, own: number): number {
  return Math.min(most, Math.max(least, whole ? Math.round(own) : own));
}

/** Normalisations that are much the same, in groups: all but the first of a list, or its end, agree. */
const ALIKE: readonly (readonly NormName[])[] = [
  ['min-max', 'theoretical-min-max', 'max', 'sum', 'elasticsearch-min-max', 'opensearch-min-max', 'llamaindex-min-max'],
  ['zmuv', 'opensearch-z-score', 'dbsf', 'llamaindex-dbsf', 'haystack-dbsf'],
];

function nearestNorm(form: EngineForm, asked: NormName | null): NormName {
  const names = Object.keys(form.norms ?? {}) as NormName[];
  const group = ALIKE.find((names) => asked !== null && names.includes(asked)) ?? [];
  return names.find((name) => name === asked) ?? names.find((name) => group.includes(name)) ?? names[0]!;
}

/** A fusion as a form can have it, with all that the form does not forbid. */
function adapted(form: EngineForm, fusion: FusionSpec, lists: number, cutsAlike: boolean): FusionSpec {
  const asked = settingOf(fusion, lists);
  const window = windowOf(fusion);
  const hasWeights = 'weights' in fusion && form.weights !== 'none' && asked.weights.some((weight) => weight > 0);
  const setting = {
    ...firstSetting(lists),
    ...asked,
    method: form.method,
    weights: hasWeights ? weightsFor(form.method, asked.weights) : Array.from({ length: lists }, () => 1),
    rankWindow: cutsAlike && window ? { lists: window.lists, fused: window.lists } : window,
  };
  if (form.norms) setting.norm = nearestNorm(form, 'norm' in fusion ? normName(fusion.norm) : null);
  if (form.absent) setting.absent = form.absent;
  if (form.constant) {
    const { field, ahead, usual } = form.constant;
    setting[field] = within(form.constant, ownConstant(fusion, field, ahead) ?? usual) - ahead;
  }
  return fusionOf(setting);
}

/** What the constant of a fusion of reciprocal ranks would be to the engine; null where it has none. */
function ownConstant(fusion: FusionSpec, field: 'constant' | 'k', ahead: number): number | null {
  if (fusion.method === 'rrf' && typeof fusion.constant === 'number')
    return fusion.constant + (field === 'k' ? 1 : ahead);
  return fusion.method === 'qdrant-rrf' ? fusion.k + (field === 'k' ? 0 : ahead - 1) : null;
}

/** Qdrant's weights scale ranks: around 1, its reciprocal ranks are nearest to the usual ones. */
export function weightsFor(method: FusionMethod, weights: readonly number[]): number[] {
  if (method !== 'qdrant-rrf') return [...weights];
  return sharesOf(weights).map((share) => share * weights.length);
}

/** Named by what was asked for, not by its spelling, where both have it. */
function lossesOf(asked: FusionSpec, spelling: FusionSpec, given: FusionSpec): FusionLoss[] {
  const losses: FusionLoss[] = [];
  if (spelling.method !== given.method) losses.push({ part: 'method', asked: asked.method, given: given.method });
  const norms = [normOf(spelling), normOf(given)] as const;
  if (JSON.stringify(norms[0]) !== JSON.stringify(norms[1]))
    losses.push({ part: 'norm', asked: norms[0] && normName(norms[0]), given: norms[1] && normName(norms[1]) });
  const absents = [absentIn(spelling), absentIn(given)] as const;
  if (absents[0] !== absents[1]) losses.push({ part: 'absent', asked: absents[0], given: absents[1] });
  const weights = [weightsIn(spelling), weightsIn(given)] as const;
  if (!isSameWeights(weights[0], weights[1])) losses.push({ part: 'weights', asked: weights[0], given: weights[1] });
  const constants = [constantIn(spelling), constantIn(given)] as const;
  if (constants[0] !== constants[1])
    losses.push({ part: 'constant', asked: constants[0], given: constantNumber(given) });
  const windows = [windowOf(spelling), windowOf(given)] as const;
  if (JSON.stringify(windows[0]) !== JSON.stringify(windows[1]))
    losses.push({ part: 'window', asked: windows[0], given: windows[1] });
  return losses;
}

const normOf = (fusion: FusionSpec): NormSpec | null => ('norm' in fusion ? fusion.norm : null);
const absentIn = (fusion: FusionSpec): AbsentPolicy | null => ('absent' in fusion ? fusion.absent : null);
const weightsIn = (fusion: FusionSpec): readonly number[] | null => ('weights' in fusion ? fusion.weights : null);

/** That of the usual reciprocal ranks; null where there is none. */
function constantIn(fusion: FusionSpec): number | 'half-length' | null {
  if (fusion.method === 'rrf') return fusion.constant;
  return fusion.method === 'qdrant-rrf' ? fusion.k - 1 : null;
}

const constantNumber = (fusion: FusionSpec): number | null => {
  const constant = constantIn(fusion);
  return constant === 'half-length' ? null : constant;
};

/** Whether their ratios are, which is all that an order depends on; a method without weights has all alike. */
function isSameWeights(asked: readonly number[] | null, given: readonly number[] | null): boolean {
  if (asked === null || given === null) return areAllAlike(asked ?? given ?? [1]);
  const [first, second] = [sharesOf(asked), sharesOf(given)];
  return first.every((share, i) => Math.abs(share - second[i]!) < 1e-12);
}

/** Greater for what changes more of a list. */
function costOf(loss: FusionLoss): number {
  if (loss.part !== 'method') return { norm: 3, absent: 2, weights: 4, constant: 2, window: 1 }[loss.part];
  const [asked, given] = [loss.asked, loss.given].map(reads);
  return asked === given ? 8 : 20;
}

/** What a method reads; of a trained one no engine has the like. */
const reads = (method: FusionMethod): string => (isTrained(method) ? 'ranks' : METHODS[method].reads);
