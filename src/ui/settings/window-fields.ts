import type { ComposedSystem } from '../../domain/experiment/composed';
import { fusionOf, isTrained, settingOf } from '../../domain/fusion/method-settings';
import type { RankWindow } from '../../domain/fusion/method';
import type { FormField } from './form-field';

/**
 * How many of each list enter a fusion, and where the joined list is cut, as engines do it; none for a system whose fusion
 * takes whole lists only.
 */
export function windowFields(system: ComposedSystem): FormField<ComposedSystem>[] {
  const { fusion, retrievers } = system;
  if (!fusion || isTrained(fusion.method)) return [];
  const setting = settingOf(fusion, retrievers.length);
  const { rankWindow } = setting;
  const set = (next: RankWindow | null): ComposedSystem => ({
    ...system,
    fusion: fusionOf({ ...setting, rankWindow: next }),
  });
  return [
    {
      type: 'number',
      label: 'Passages of each list',
      hint: 'Empty: all of them. Elasticsearch takes the first 10 unless told otherwise (rank_window_size)',
      optional: true,
      value: rankWindow?.lists ?? null,
      set: (lists) => set(lists === null ? null : { ...rankWindow, lists }),
    },
    ...(rankWindow
      ? [
          {
            type: 'number',
            label: 'Passages of the joined list',
            hint: 'Empty: all of them',
            optional: true,
            value: rankWindow.fused ?? null,
            set: (fused: number | null) => set({ lists: rankWindow.lists, ...(fused === null ? {} : { fused }) }),
          } as const,
        ]
      : []),
  ];
}
