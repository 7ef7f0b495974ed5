import type { CrossFittedSpec } from './cross-fitted-spec';
import type { FusionSpec } from './fusion-spec';
import { firstSetting, type LabSetting } from './method-settings';

/** A fusion as the table of methods sets it; of one that is trained, all but what it learned. */
export function settingOf(fusion: FusionSpec | CrossFittedSpec, lists: number): LabSetting {
  const first = firstSetting(lists);
  const { norm = first.norm, ...others } = 'norm' in fusion ? fusion : { ...fusion, norm: undefined };
  const lowest = typeof norm === 'object' && norm.kind === 'theoretical-min-max' ? norm.lowest : first.lowest;
  return { ...first, ...others, lowest, norm: typeof norm === 'string' ? norm : norm.kind };
}
