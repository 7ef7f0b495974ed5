import { canonicalJson } from '../../base/hash';
import { catalogue, chosenSystems } from './catalogue';
import type { Settings } from './settings';
import { SYSTEM_IDS } from './system-ids';
import { analyzerFor } from '../text/analyzer-spec';
import type { TemplateInput } from './templates';

export type PresetId = 'quick' | 'standard' | 'thorough';

type PresetSystems = Pick<Settings, 'systems' | 'composed'>;

export interface Preset {
  readonly id: PresetId;
  readonly systems: (collection: Pick<TemplateInput, 'languages' | 'judged'>) => PresetSystems;
}

const BESIDE = ['bm25-lucene', 'bm25-rm3', 'mmr', 'rocchio', 'fuse-isr'];
const LEARNED = 'lambda-mart';
const ENOUGH_TO_LEARN = 50;

export const PRESETS: readonly Preset[] = [
  { id: 'quick', systems: () => ({ systems: ['bm25', 'embedding', 'ensemble-rrf'], composed: [] }) },
  { id: 'standard', systems: () => ({ systems: SYSTEM_IDS, composed: [] }) },
  {
    id: 'thorough',
    systems: ({ languages, judged }) => ({
      systems: SYSTEM_IDS,
      composed: chosenSystems(
        [...BESIDE, ...(judged >= ENOUGH_TO_LEARN ? [LEARNED] : [])],
        catalogue(analyzerFor(languages)),
      ),
    }),
  },
];

export function presetOf(
  { systems, composed }: PresetSystems,
  collection: Parameters<Preset['systems']>[0],
): PresetId | null {
  const text = canonicalJson({ systems, composed });
  return PRESETS.find((preset) => canonicalJson(preset.systems(collection)) === text)?.id ?? null;
}
