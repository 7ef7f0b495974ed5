import { ENGINE_NAMES } from '../../../domain/fusion/engines/engine-names';
import type { FusionLoss } from '../../../domain/fusion/engines/nearest';
import type { TargetProblems } from '../../../domain/fusion/engines/target';
import type { FusionSpec } from '../../../domain/fusion/fusion-spec';
import { METHODS, settingOf } from '../../../domain/fusion/method-settings';
import { list } from '../format';
import { NORM_LABELS, POLICY_LABELS, windowText } from './method-names';

export const targetProblem = ({ engine, nearest, losses }: TargetProblems['target-cannot-fuse']): string =>
  `${ENGINE_NAMES[engine]} cannot compute this fusion (${list(losses.map(fusionLossText))}). The nearest that it can: ${plainFusionText(nearest)}`;

export function fusionLossText(loss: FusionLoss): string {
  switch (loss.part) {
    case 'method':
      return `the method ${METHODS[loss.asked].label} becomes ${METHODS[loss.given].label}`;
    case 'norm':
      return `the normalisation ${normText(loss.asked)} becomes ${normText(loss.given)}`;
    case 'absent':
      return `a passage that a list lacks ${policyText(loss.given)}, no longer ${policyText(loss.asked)}`;
    case 'weights':
      return loss.given === null || loss.given.every((weight) => weight === loss.given![0])
        ? 'all weights become alike'
        : `the weights become ${loss.given.join(' / ')}`;
    case 'constant':
      return `the constant ${constantText(loss.asked)} becomes ${constantText(loss.given)}`;
    case 'window':
      return `${windowText(loss.asked)} becomes ${windowText(loss.given)}`;
  }
}

/** A fusion in one line, without the names of its lists. */
export function plainFusionText(fusion: FusionSpec): string {
  const card = METHODS[fusion.method];
  const lists = 'weights' in fusion ? fusion.weights.length : 2;
  const setting = settingOf(fusion, lists);
  const parts: string[] = [card.label];
  if (card.weights) parts.push(`weights ${setting.weights.map(rounded).join(' / ')}`);
  for (const name of card.numbers) parts.push(`${name} ${rounded(setting[name])}`);
  if (card.norm) parts.push(NORM_LABELS[setting.norm]);
  if (setting.rankWindow) parts.push(windowText(setting.rankWindow));
  return parts.join(', ');
}

const normText = (norm: (FusionLoss & { part: 'norm' })['asked']): string =>
  norm === null ? 'none' : `“${NORM_LABELS[norm]}”`;

const policyText = (absent: (FusionLoss & { part: 'absent' })['asked']): string =>
  absent === null ? 'has the rule of the method' : POLICY_LABELS[absent];

const constantText = (constant: number | 'half-length' | null): string =>
  constant === null ? 'none' : constant === 'half-length' ? 'of half the length of each list' : rounded(constant);

const rounded = (value: number | 'half-length'): string =>
  value === 'half-length' ? 'half of each list' : String(Math.round(value * 1e4) / 1e4);
